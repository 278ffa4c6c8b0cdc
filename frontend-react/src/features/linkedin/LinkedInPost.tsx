import { useEffect, useRef, useState } from "react";
import type { LinkedInProfile } from "../../shared/domain";
import { send } from "../../shared/events";
import { t } from "../../shared/i18n";
import type { WidgetProps } from "../../shared/island";
import { askConsent, type Consent, consentTo, forgetConsent } from "../assistant/consent";
import { type EntryContent, generatePost, loadProfile, type Post, type Refused, saveProfile } from "./calls";
import { keepPost, readPost } from "./kept-post";
import { PostCard } from "./PostCard";
import { ProfileForm } from "./ProfileForm";
import { EMPTY, missing } from "./profile";

type Props = WidgetProps & {
  entry: EntryContent;
  /** The service that writes posts; null: this server does. */
  provider?: string | null;
  /** The person's answer about the service; null: not asked yet. */
  consent?: Consent;
  /** Whether the saved profile is complete, so that its form begins folded. */
  isFolded?: boolean;
};

export type Loading = "loading" | "loaded" | "failed";
export type Busy = "no" | "saving" | "asking" | "generating";

/** The form for the profile, and the post that is made with it (spec 2). */
export function LinkedInPost({ entry, provider = null, consent = null, isFolded = false, texts }: Props) {
  const [profile, setProfile] = useState(EMPTY);
  const [loading, setLoading] = useState<Loading>("loading");
  const [busy, setBusy] = useState<Busy>("no");
  const [made, setMade] = useState(() => readPost(entry.date));
  const [isOpen, setIsOpen] = useState(!isFolded);
  // Not what is typed: the button must not jump away from somebody who fills in the last field.
  const [isComplete, setIsComplete] = useState(isFolded);
  const [generated, setGenerated] = useState(0);
  const [service, setService] = useState({ name: provider, consent: consentTo("linkedin", consent) });

  const latest = useRef(profile);
  useEffect(() => {
    latest.current = profile;
  });
  const touched = useRef<Partial<LinkedInProfile>>({});
  // A second press may come before the page has shown the first.
  const isBusy = useRef(false);

  const load = async () => {
    setLoading("loading");
    const saved = await loadProfile();
    // The saved profile replaces the form's values (spec 4), but not those changed meanwhile.
    if (saved) setProfile({ ...saved, ...touched.current });
    setLoading(saved ? "loaded" : "failed");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void load(), []);

  const failed = ({ code, message, pro }: Refused) => {
    const title = t(texts, code === "linkedin_incomplete" ? "linkedin.incomplete_title" : "linkedin.failed_title");
    const action = { label: t(texts, "editor.pro_link"), href: "/subscription" };
    send("app:toast", { title, description: message, kind: "error", ...(pro && { action }) });
  };

  const alone = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await work().finally(() => {
      isBusy.current = false;
      setBusy("no");
    });
  };

  const keep = (post: Post) => {
    setMade(post);
    keepPost(entry.date, post);
  };

  const save = async () => {
    setBusy("saving");
    const refused = await saveProfile(profile, texts);
    if (refused) failed(refused);
    else {
      const [title, description] = [t(texts, "linkedin.saved_title"), t(texts, "linkedin.saved_text")];
      send("app:toast", { title, description, kind: "ok" });
      if (missing(profile).length === 0 && latest.current === profile) {
        setIsOpen(false);
        setIsComplete(true);
      }
      const saved = await loadProfile();
      // Somebody may have typed meanwhile.
      if (saved) setProfile((now) => (now === profile ? saved : now));
    }
  };

  /** Whether the server may be asked. After a no it makes the post without the service. */
  const allowed = async () => {
    if (!service.name || service.consent !== null) return true;
    const said = await askConsent("linkedin", service.name, texts);
    setService({ ...service, consent: said });
    return said !== null;
  };

  const generate = async () => {
    setBusy("asking");
    if (!(await allowed())) return;
    setBusy("generating");
    const answer = await generatePost(entry, profile, texts);
    if ("post" in answer) {
      keep(answer);
      setGenerated((count) => count + 1);
      const [title, description] = [t(texts, "linkedin.generated_title"), t(texts, "linkedin.generated_text")];
      send("app:toast", { title, description, kind: "ok" });
    } else {
      // The consent was withdrawn elsewhere, or the service has changed: the next press asks anew.
      if (answer.code === "consent_needed") {
        forgetConsent("linkedin");
        setService({ name: answer.provider ?? service.name, consent: null });
      }
      failed(answer);
    }
  };

  const change = (fields: Partial<LinkedInProfile>) => {
    touched.current = { ...touched.current, ...fields };
    setProfile((now) => ({ ...now, ...fields }));
  };

  return (
    <div className="linkedin-cards">
      <ProfileForm
        profile={profile}
        change={change}
        isOpen={isOpen}
        setIsOpen={setIsOpen}
        isComplete={isComplete}
        loading={loading}
        reload={() => void load()}
        busy={busy}
        hasPost={made !== undefined}
        service={service}
        save={() => void alone(save)}
        generate={() => void alone(generate)}
        texts={texts}
      />
      <PostCard
        // Out of sight while the next one is made (spec 4), and there again if that fails.
        made={busy === "generating" ? undefined : made}
        isBusy={busy === "generating"}
        generated={generated}
        change={(post) => made && keep({ ...made, post })}
        texts={texts}
      />
    </div>
  );
}
