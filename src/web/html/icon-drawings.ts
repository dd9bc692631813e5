import type { CategoryMark } from '#store/db/field-values.ts';

/** Drawings of icons on a grid of 20 × 20: lines of 1.5, butt ends, no fill. */
export const iconDrawings = {
  access:
    '<circle cx="9" cy="3.75" r="1.5"/><path d="M9 6.5v5.25h4.5l2 4.5M9 8.75h4M6.5 9.75a4 4 0 1 0 5.75 5"/>',
  allday:
    '<circle cx="10" cy="10" r="3.25"/><path d="M10 2v2.5M10 15.5V18M2 10h2.5M15.5 10H18M4.35 4.35l1.75 1.75M13.9 13.9l1.75 1.75M15.65 4.35 13.9 6.1M6.1 13.9l-1.75 1.75"/>',
  cal: '<path d="M3 4.75h14v12.5H3zM3 8.5h14M6.75 2.5v4M13.25 2.5v4"/>',
  calplus: '<path d="M17 10V4.75H3v12.5h7M3 8.5h14M6.75 2.5v4M13.25 2.5v4M15 12v6.5M11.75 15.25h6.5"/>',
  bold: '<path d="M5.5 3.5h5a3.2 3.2 0 0 1 0 6.4h-5zM5.5 9.9h5.8a3.3 3.3 0 0 1 0 6.6H5.5z"/>',
  chat: '<path d="M3 4h14v9.5H9L5.5 17v-3.5H3z"/>',
  check: '<path d="m4 10.5 4 4 8-9"/>',
  copy: '<path d="M7 7h10v10H7zM13 7V3H3v10h4"/>',
  day: '<path d="M4 3.5h12M4 16.5h12M4 6.5h12v7H4z"/>',
  down: '<path d="m5 7.5 5 5 5-5"/>',
  down2: '<path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13"/>',
  ear: '<path d="M6 8a4 4 0 0 1 8 0c0 3-3 3.5-3 6a2.25 2.25 0 0 1-4 1.5M8.5 8.25a1.6 1.6 0 0 1 3.2 0c0 1.25-1.2 1.5-1.2 2.5"/>',
  edit: '<path d="m3 17 .75-3.75L13.5 3.5l3 3L6.75 16.25zM11.5 5.5l3 3"/>',
  ext: '<path d="M8 4H4v12h12v-4M11 3.5h5.5V9M16 4l-7 7"/>',
  eye: '<path d="M1.75 10S4.75 4.5 10 4.5 18.25 10 18.25 10 15.25 15.5 10 15.5 1.75 10 1.75 10z"/><circle cx="10" cy="10" r="2.5"/>',
  feed: '<path d="M4 4a12 12 0 0 1 12 12M4 9a7 7 0 0 1 7 7"/><path d="M4 14.25h1.75V16H4z" fill="currentColor"/>',
  filter: '<path d="M2.5 5h15M5.5 10h9M8 15h4"/>',
  globe:
    '<circle cx="10" cy="10" r="7.25"/><path d="M2.75 10h14.5M10 2.75c2.2 2 3.2 4.5 3.2 7.25s-1 5.25-3.2 7.25c-2.2-2-3.2-4.5-3.2-7.25s1-5.25 3.2-7.25z"/>',
  head: '<path d="M4.5 3.5v13M15.5 3.5v13M4.5 10h11"/>',
  hist: '<path d="M3.5 10a6.5 6.5 0 1 0 2-4.7L3.25 7.5M3 3.25V7.5h4.25M10 6.5V10l2.5 1.75"/>',
  image:
    '<path d="M2.75 3.75h14.5v12.5H2.75zM2.75 13.5l4.5-4.25 4 3.75 2.5-2.25 3.5 3"/><circle cx="12.75" cy="7.25" r="1.25"/>',
  inbox: '<path d="M2.75 11 5 3.5h10L17.25 11v5.5H2.75zM2.75 11h4.5l1 2.25h3.5l1-2.25h4.5"/>',
  italic: '<path d="M8.5 3.5h6M5.5 16.5h6M11.5 3.5l-3 13"/>',
  left: '<path d="m12.5 4.5-5.5 5.5 5.5 5.5"/>',
  link: '<path d="M8.5 11.5 12 8M9 5.5l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14.5l-2 2a3.5 3.5 0 0 1-5-5l2-2"/>',
  list: '<path d="M3 5h2M8 5h9M3 10h2M8 10h9M3 15h2M8 15h9"/>',
  lock: '<path d="M4.5 9h11v8.5h-11zM6.75 9V6.25a3.25 3.25 0 0 1 6.5 0V9M10 12v2.5"/>',
  mail: '<path d="M2.5 4.5h15v11h-15zM2.5 5l7.5 6 7.5-6"/>',
  map: '<path d="m3 5.5 4.5-2 5 2 4.5-2v11l-4.5 2-5-2-4.5 2zM7.5 3.5v11M12.5 5.5v11"/>',
  menu: '<path d="M3 5.5h14M3 10h14M3 14.5h14"/>',
  minus: '<path d="M3.5 10h13"/>',
  month: '<path d="M3 4h14v12H3zM3 8h14M3 12h14M7.67 4v12M12.33 4v12"/>',
  near: '<circle cx="10" cy="10" r="5.5"/><path d="M10 1.5v4M10 14.5v4M1.5 10h4M14.5 10h4"/>',
  pin: '<path d="M10 18s5.75-5.4 5.75-9.75a5.75 5.75 0 0 0-11.5 0C4.25 12.6 10 18 10 18z"/><circle cx="10" cy="8.25" r="2"/>',
  plus: '<path d="M10 3.5v13M3.5 10h13"/>',
  print: '<path d="M5.5 7V3h9v4M5.5 14H3V7h14v7h-2.5M5.5 12h9v5h-9z"/>',
  quote: '<path d="M3.5 14.5V9l3-4.5M3.5 9h4v5.5h-4M11.5 14.5V9l3-4.5M11.5 9h4v5.5h-4"/>',
  repeat:
    '<path d="M4 9.5V8a3 3 0 0 1 3-3h8.5M16 10.5V12a3 3 0 0 1-3 3H4.5"/><path d="m13 2 3 3-3 3M7 12l-3 3 3 3"/>',
  right: '<path d="m7.5 4.5 5.5 5.5-5.5 5.5"/>',
  screen: '<path d="M2.5 4h15v10h-15zM7 17h6M8.5 6.75v4.5l4-2.25z"/>',
  search: '<circle cx="8.5" cy="8.5" r="5.25"/><path d="m12.5 12.5 5 5"/>',
  share: '<path d="M10 12.5V2.5M6.5 5.75 10 2.25l3.5 3.5M6.5 9H4v8.5h12V9h-2.5"/>',
  span: '<path d="M3 5v10M17 5v10M3 10h14"/>',
  sync: '<path d="M16.5 8A6.75 6.75 0 0 0 4.25 6.5M3.5 12a6.75 6.75 0 0 0 12.25 1.5M4 3v3.75h3.75M16 17v-3.75h-3.75"/>',
  ticket:
    '<path d="M2.75 5.5h14.5v2.75a1.75 1.75 0 0 0 0 3.5v2.75H2.75v-2.75a1.75 1.75 0 0 0 0-3.5zM12.25 5.5v2M12.25 9v2M12.25 12.5v2"/>',
  undo: '<path d="M7 3.5 3 7.5l4 4M3.5 7.5h8a4.5 4.5 0 0 1 0 9H7"/>',
  upload: '<path d="M10 13V3.5M6 7l4-4 4 4M3.5 16.5h13"/>',
  venue: '<path d="M3 8 10 3l7 5M4 8h12M5 8v7.5M9 8v7.5M11 8v7.5M15 8v7.5M3 16.5h14"/>',
  warn: '<path d="M10 2.75 18 17H2zM10 8v4.25"/><path d="M10 13.75v1.5"/>',
  week: '<path d="M3 4h14v12H3zM6.5 4v12M10 4v12M13.5 4v12"/>',
  x: '<path d="m5 5 10 10M15 5 5 15"/>',
  gear: '<path d="M3 6h8M14.5 6H17M3 14h2.5M9 14h8"/><circle cx="12.75" cy="6" r="1.75"/><circle cx="7.25" cy="14" r="1.75"/>',
  home: '<path d="M3 9.5 10 3.5l7 6V17H3zM8 17v-4.5h4V17"/>',
  more: '<path d="M3.5 9h2v2h-2zM9 9h2v2H9zM14.5 9h2v2h-2z" fill="currentColor" stroke="none"/>',
  drag: '<path d="M7 4h2v2H7zM11 4h2v2h-2zM7 9h2v2H7zM11 9h2v2h-2zM7 14h2v2H7zM11 14h2v2h-2z" fill="currentColor" stroke="none"/>',
  hash: '<path d="M7.75 3 5.75 17M14.25 3l-2 14M3.5 7.5h14M2.5 12.5h14"/>',
  merge:
    '<path d="M4 3v3.5c0 3 6 3 6 6.5v4M16 3v3.5c0 3-6 3-6 6.5"/><path d="m7.25 14.25 2.75 2.75 2.75-2.75"/>',
  tag: '<path d="M3 3h6.5l7.5 7.5-6.5 6.5L3 9.5z"/><circle cx="6.75" cy="6.75" r="1"/>',
  trash: '<path d="M3 5h14M7.5 5V3h5v2M5 5l.75 12.5h8.5L15 5M8.25 8.5v5.5M11.75 8.5v5.5"/>',
  up: '<path d="m5 12.5 5-5 5 5"/>',
  user: '<circle cx="10" cy="6.75" r="3.25"/><path d="M3.5 17.5c0-3.5 2.75-5 6.5-5s6.5 1.5 6.5 5"/>',
  users:
    '<circle cx="7.5" cy="7" r="2.75"/><path d="M2 16.5c0-3 2.25-4.5 5.5-4.5s5.5 1.5 5.5 4.5M12.5 4.5a2.75 2.75 0 0 1 0 5M14.5 12.25c2.25.5 3.5 1.9 3.5 4.25"/>',
} as const;

/** Drawings of the marks of categories on a grid of 12 × 12, filled: what has a colour has a shape too, for whoever can't tell colours apart. */
export const markDrawings: Readonly<Record<CategoryMark, string>> = {
  disc: '<circle cx="6" cy="6" r="5"/>',
  triangle: '<path d="M6 .8 11.5 11H.5z"/>',
  square: '<path d="M1.5 1.5h9v9h-9z"/>',
  screen: '<path d="M1 9.5a5 5 0 0 1 10 0zM1 2h10v1.5H1z"/>',
  diamond: '<path d="m6 .3 5.7 5.7L6 11.7.3 6z"/>',
  star: '<path d="M6 .5 7.3 4.2 11.2 4.3 8.1 6.7 9.2 10.5 6 8.3 2.8 10.5 3.9 6.7.8 4.3 4.7 4.2z"/>',
  ring: '<path fill-rule="evenodd" d="M6 .8a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 6 .8zm0 2.7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"/>',
  cross: '<path d="M4.2.8h3.6v3.4h3.4v3.6H7.8v3.4H4.2V7.8H.8V4.2h3.4z"/>',
  bars: '<path d="M.8 1.5h10.4v3.3H.8zM.8 7.2h10.4v3.3H.8z"/>',
};

/** Names an icon. */
export type IconName = keyof typeof iconDrawings;
