/** Programs with a browser inside. Google does not let people sign in there, and no second window opens. */
const PROGRAMS =
  /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|MicroMessenger|Snapchat|Twitter for|LinkedInApp|musical_ly|BytedanceWebview|Pinterest\/|; wv\)/;
const APPLE = /iPhone|iPad|iPod/;

export function isWebView(agent = navigator.userAgent): boolean {
  // Apple's web views leave out the browser's name.
  return PROGRAMS.test(agent) || (APPLE.test(agent) && !/Safari\//.test(agent));
}
