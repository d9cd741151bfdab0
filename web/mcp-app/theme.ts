import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';

const isToken = /^--[a-z0-9-]+$/;
/** Values that load something stay out: an app reaches no network. */
const loads = /url\(|@import|image-set\(/i;

/** Shows the app in the colours and letters of its host. The rest stays ours. */
export function applyTheme({ theme, styles, safeAreaInsets, displayMode }: McpUiHostContext): void {
  const { style, dataset } = document.documentElement;
  if (theme) dataset['theme'] = theme;
  if (displayMode) dataset['mode'] = displayMode;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (value !== undefined && isToken.test(name) && !loads.test(value)) style.setProperty(name, value);
  }
  if (safeAreaInsets) {
    const { top, right, bottom, left } = safeAreaInsets;
    style.setProperty('--inset', `${top}px ${right}px ${bottom}px ${left}px`);
  }
}
