/** Where the gateway is: above the folder of the app's scripts, which may be below a path of a proxy in front. */
export const base: string = (() => {
  const { pathname } = new URL(import.meta.url);
  const end = pathname.indexOf('/assets/');
  return end < 0 ? '' : pathname.slice(0, end);
})();
