// Escape takes the name of an icon's button away, which may lie over something, until another one is rested on (style/tooltip.css).

export function endTips(): void {
  const root = document.documentElement;
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") root.dataset.tips = "off";
  });
  for (const elsewhere of ["pointerover", "focusin"]) addEventListener(elsewhere, () => delete root.dataset.tips);
}
