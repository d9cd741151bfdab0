/** The sign of the app (`web/app/icon.svg`). Hosts may show it beside the server. */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3d5bd9"/><path d="M9 8v16M16 8v10M23 8v13" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>';

export const icons = [{ src: `data:image/svg+xml;base64,${btoa(drawing)}`, mimeType: 'image/svg+xml', sizes: ['any'] }];
