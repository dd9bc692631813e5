// `<kalends-calendar>` and `<kalends-event>`: a calendar, or an event, of this service in pages of others.
import { followHeight } from './frame-heights.ts';

const LANGUAGE = /^[a-z]{2}$/;

/** Returns the address of an embedded page; undefined where `src` isn't the address of a service. */
type FrameAddress = (element: HTMLElement, src: URL) => URL;

const languageOf = (element: HTMLElement): string => {
  const lang = element.getAttribute('lang')?.slice(0, 2).toLowerCase() ?? '';
  return LANGUAGE.test(lang) ? `${lang}/` : '';
};

const calendarAddress: FrameAddress = (element, src) => {
  const base = src.pathname.endsWith('/') ? src.pathname : `${src.pathname}/`;
  const url = new URL(`${base}${languageOf(element)}embed/calendar/`, src.origin);
  url.search = element.getAttribute('filter') ?? '';
  if (element.getAttribute('view') === 'list') url.searchParams.set('show', 'list');
  return url;
};

const eventAddress: FrameAddress = (_element, src) =>
  new URL(src.pathname.replace(/\/event\//, '/embed/event/'), src.origin);

function defineElement(name: string, addressOf: FrameAddress, height: number): void {
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      static observedAttributes = ['src', 'view', 'filter', 'theme', 'lang'];
      readonly #frame = document.createElement('iframe');

      connectedCallback(): void {
        const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
        const frame = this.#frame;
        this.style.display ||= 'block';
        frame.loading = 'lazy';
        Object.assign(frame.style, {
          display: 'block',
          inlineSize: '100%',
          border: '0',
          height: `${height}px`,
        });
        if (!frame.isConnected) {
          followHeight(frame);
          root.append(frame);
        }
        this.#show();
      }

      attributeChangedCallback(): void {
        if (this.isConnected) this.#show();
      }

      #show(): void {
        const src = URL.parse(this.getAttribute('src') ?? '', location.href);
        if (!src || !/^https?:$/.test(src.protocol)) return;
        const url = addressOf(this, src);
        const theme = this.getAttribute('theme');
        if (theme) url.searchParams.set('theme', theme);
        this.#frame.title = this.getAttribute('title') ?? src.host;
        if (this.#frame.src !== url.href) this.#frame.src = url.href;
      }
    },
  );
}

defineElement('kalends-calendar', calendarAddress, 480);
defineElement('kalends-event', eventAddress, 180);
