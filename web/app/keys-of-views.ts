/** The keys of Views, where the focus is on a card, a bar or a cell. Their components listen to them. */
export const keysOfViews = [
  { where: 'On a board', shown: '← ↑ → ↓', label: 'Go to the card beside' },
  { where: 'On a board', shown: 'Shift ← →', label: 'Move the card to the column beside' },
  { where: 'In a calendar or timeline', shown: 'Shift ← →', label: 'Move by a day' },
  { where: 'In a calendar or timeline', shown: 'Shift ↑ ↓', label: 'Move by a week' },
  { where: 'In a calendar or timeline', shown: 'Shift Alt ← →', label: 'Move only the end' },
  { where: 'In a table', shown: 'Ctrl Enter', label: 'Open the record' },
  { where: 'In a table', shown: 'Ctrl D', label: 'Fill down' },
  { where: 'In a table', shown: 'Shift Space', label: 'Select the rows' },
  { where: 'In a table', shown: 'Ctrl Delete', label: 'Move the records to the trash' },
] as const;
