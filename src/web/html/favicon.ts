/** Returns the icon of calendars without a logo of their own as SVG, in a colour `#rrggbb`. */
export const iconOf = (accent: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M4 4h32v32H4zm5 11v16h22V15zm10 3h4v10h-4v-6l-3 1v-3z" fill="${accent}" fill-rule="evenodd"/></svg>`;
