/** Every shortcut of the app: what "?" shows is what works. */
export const shortcuts = [
  { keys: '$mod+k', shown: 'Ctrl K', label: 'Go anywhere', action: 'palette' },
  { keys: '/', shown: '/', label: 'Search', action: 'search' },
  { keys: '?', shown: '?', label: 'Show this table', action: 'shortcuts' },
  { keys: 'c', shown: 'c', label: 'Write a post or comment, or add something to a channel', action: 'compose' },
  { keys: 'e', shown: 'e', label: 'Edit what is shown', action: 'edit' },
  { keys: 'j', shown: 'j', label: 'Next item', action: 'next' },
  { keys: 'k', shown: 'k', label: 'Previous item', action: 'previous' },
  { keys: 'Enter', shown: 'Enter', label: 'Open the chosen item', action: 'open' },
  { keys: 'r', shown: 'r', label: 'Reply to the chosen item', action: 'reply' },
  { keys: 'Escape', shown: 'Escape', label: 'Leave the chosen item', action: 'leave' },
  { keys: 'g i', shown: 'g i', label: 'Go to your inbox', action: 'inbox' },
  { keys: 'g a', shown: 'g a', label: 'Go to activity', action: 'activity' },
  { keys: 'g t', shown: 'g t', label: 'Go to the trash', action: 'trash' },
] as const;

export type Action = (typeof shortcuts)[number]['action'];
