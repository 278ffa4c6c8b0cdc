import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../test/eventually";
import { endWorker, keepWorker } from "./worker";

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.userId;
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("the page counts as renewed only when the worker says that it is", async () => {
  document.documentElement.dataset.userId = "user-1";
  const postMessage = vi.fn((_: string, _ports: MessagePort[]) => {});
  const ready = Promise.resolve({ active: { postMessage } });
  Object.defineProperty(navigator, "serviceWorker", {
    value: { register: vi.fn(async () => {}), ready },
    configurable: true,
  });
  await keepWorker();
  // The registration failed, so the next page tries again.
  expect(localStorage.getItem("offline")).toBeNull();
  await keepWorker();
  expect(postMessage).toHaveBeenCalledTimes(2);
  postMessage.mock.lastCall?.[1][0]?.postMessage("renewed");
  await eventually(() => expect(localStorage.getItem("offline")).not.toBeNull());
  await keepWorker();
  expect(postMessage).toHaveBeenCalledTimes(2);
});

test("messages of the worker after a sign-out are not stored", async () => {
  document.documentElement.dataset.userId = "user-1";
  const postMessage = vi.fn((_: string, _ports: MessagePort[]) => {});
  const ready = Promise.resolve({ active: { postMessage } });
  const value = { register: vi.fn(async () => {}), ready, getRegistrations: async () => [] };
  Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
  await keepWorker();
  await endWorker();
  postMessage.mock.lastCall?.[1][0]?.postMessage("renewed");
  await new Promise((later) => setTimeout(later, 50));
  expect(localStorage.getItem("offline")).toBeNull();
});

test("a worker that is being installed is told, too, and goes when it has let go", async () => {
  const said: string[] = [];
  const postMessage = (text: string, [port]: MessagePort[]) => {
    said.push(text);
    setTimeout(() => {
      said.push("let go");
      port?.postMessage("ended");
    }, 20);
  };
  const unregister = async () => said.push("unregistered");
  const registration = { installing: { postMessage }, waiting: null, active: null, unregister };
  const value = { getRegistrations: async () => [registration] };
  Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
  await endWorker();
  expect(said).toEqual(["end", "let go", "unregistered"]);
});

test("a worker that answers nothing goes all the same", async () => {
  vi.useFakeTimers();
  const unregister = vi.fn(async () => true);
  const active = { postMessage: () => undefined };
  const value = { getRegistrations: async () => [{ installing: null, waiting: null, active, unregister }] };
  Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
  const ended = endWorker();
  await vi.advanceTimersByTimeAsync(1500);
  await ended;
  vi.useRealTimers();
  expect(unregister).toHaveBeenCalled();
});
