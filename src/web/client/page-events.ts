type Enhancement = () => void;

const enhancements: Enhancement[] = [];

/** Runs something now, and each time the main part of the page has been replaced. */
export function onPage(enhance: Enhancement): void {
  enhancements.push(enhance);
  enhance();
}

/** Runs all of that again, since the main part is another one. */
export function pageReplaced(): void {
  for (const enhance of enhancements) enhance();
}

/** Returns a text that the server gave with the page, in its language; '' if it gave none. */
export const textOf = (name: 'yourTime' | 'copied' | 'noPlace' | 'edit' | 'admin'): string =>
  document.body.dataset[name] ?? '';

/** Reads a text to people who don't see the page. */
export function announce(text: string): void {
  const known = document.getElementById('told');
  const region = known ?? document.createElement('p');
  if (!known) {
    region.id = 'told';
    region.className = 'vh';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = text;
}
