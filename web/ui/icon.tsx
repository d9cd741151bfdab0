/** The icons of the app: 16 by 16, drawn with one stroke. */
const shapes = {
  hash: 'M4 6h9M3 10h9M7 2.5 5.5 13.5M11 2.5 9.5 13.5',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  document: 'M4 2h5l3.5 3.5V14H4zM9 2v4h3.5M6 9h4M6 11.5h4',
  sheet: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.2 3v10',
  file: 'M4 2h5l3.5 3.5V14H4zM9 2v4h3.5',
  session: 'M2.5 3.5h11v7.5H8l-3 2.5V11H2.5z',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M6.2 6.3V13',
  view: 'M2.5 13V8.5h3V13M6.5 13V3h3v10M10.5 13V6h3v7',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3',
  record: 'M2.5 4h11v8h-11zM5 7h6M5 9.5h4',
  inbox: 'M2.5 9 4.5 3h7l2 6v4h-11zM2.5 9h3.3c.3 1.3 1 2 2.2 2s1.9-.7 2.2-2h3.3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.4 10.4 13.5 13.5',
  trash: 'M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.7 9h6.6l.7-9',
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  person: 'M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M2.8 13.5c.5-2.5 2.5-4 5.2-4s4.7 1.5 5.2 4',
  people:
    'M6 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6 3M1.7 13c.4-2.3 2-3.7 4.3-3.7s3.9 1.4 4.3 3.7M10.5 3.3a2.2 2.2 0 0 1 0 4M11.8 9.6c1.4.5 2.3 1.7 2.5 3.4',
  settings: 'M2.5 4.5h6M11.5 4.5h2M10 3v3M2.5 11.5h2M7.5 11.5h6M6 10v3',
  plus: 'M8 3v10M3 8h10',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4 6 8l4 4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  reply: 'M6.5 4 2.5 8l4 4M2.5 8h6c3 0 5 1.5 5 4.5',
  undo: 'M6 3.5 3 6.5l3 3M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10 3.5l3 3-3 3M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10',
  smile: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6 6.5h.01M10 6.5h.01M5.5 9.5c1.3 1.8 3.7 1.8 5 0',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1-1a3.2 3.2 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3.2 3.2 0 0 1 3.5 8l1-1',
  download: 'M8 2.5v8M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11',
  upload: 'M8 10.5v-8M4.5 5.5 8 2l3.5 3.5M2.5 13.5h11',
  history: 'M2.5 8a5.5 5.5 0 1 1 1.7 4M2.5 13V8.8h4M8 5v3.3l2.3 1.3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  edit: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3zM9 4.7 11.3 7',
  share: 'M8 10V2.5M5 5l3-3 3 3M3 8.5v5h10v-5',
  at: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M10.5 5.5v3.2c0 2.3 3 2.3 3-.7a5.5 5.5 0 1 0-2.2 4.4',
  eyes: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4',
};

export type IconName = keyof typeof shapes;

/** Decorative: the control or text beside it says what it means. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' ? 2.4 : 1.4}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={shapes[name]} />
  </svg>
);
