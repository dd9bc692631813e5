import { announce } from './page-events.ts';

/** The card of the chosen event, which lies on the map. */
export class Card {
  readonly #card: HTMLElement;
  readonly #from: string;

  /** @param from the words in which a distance from the visitor is told, with `%` for it */
  constructor(card: HTMLElement, from: string, onClose: () => void) {
    this.#card = card;
    this.#from = from;
    card.querySelector('button')?.addEventListener('click', onClose);
    card.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') onClose();
    });
  }

  /** Shows the event of a row of the list, and reads it to people who don't see it. */
  show(row: HTMLElement, more: string): void {
    const link = row.querySelector('h3 a');
    const [name, distance] = [row.querySelector<HTMLElement>('p span'), row.querySelector('p .num')];
    const title = this.#card.querySelector('a');
    const [time, place] = this.#card.querySelectorAll('p');
    const picture = this.#card.querySelector('img');
    if (!link || !title || !time || !place) return;
    title.href = link.getAttribute('href') ?? '';
    title.lang = link.getAttribute('lang') ?? '';
    title.textContent = link.textContent?.trim() ?? '';
    time.textContent = row.dataset['when'] ?? '';
    const away = distance?.textContent ? this.#from.replace('%', distance.textContent) : '';
    place.textContent = [name?.textContent, away, more].filter(Boolean).join(', ');
    const file = row.dataset['picture'];
    if (picture) {
      picture.hidden = !file;
      if (file) picture.src = file;
    }
    this.#card.hidden = false;
    announce(`${time.textContent}: ${title.textContent}. ${place.textContent}`);
  }

  hide(): void {
    this.#card.hidden = true;
  }
}
