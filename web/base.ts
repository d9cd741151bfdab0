/** Where the gateway is. It is above the folder of the app's scripts, perhaps below a path of a proxy. */
export const base: string = (() => {
  const { pathname } = new URL(import.meta.url);
  const end = pathname.indexOf('/assets/');
  return end < 0 ? '' : pathname.slice(0, end);
})();
