import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import type { IconName } from '#web/html/icon-drawings.ts';
import { recordOf } from '../events/event-actions.ts';
import { titleOf } from '../events/event-lists.ts';
import { useSession } from '../interface/session.ts';
import { Icon, Mark } from '../parts/icon.tsx';
import { CALENDAR } from '../shell/brand.tsx';
import { useChooseLanguage } from '../shell/language.tsx';
import { useSignOut } from '../shell/sign-out.ts';
import { chooseTheme, chosenTheme, themes } from '../shell/theme.ts';
import { formatDate } from '../texts/dates.ts';
import { languageName } from '../texts/language-name.ts';
import { type AdminKey, adminLanguages, useTexts } from '../texts/texts.tsx';
import { foundEventsQuery } from './found-events.ts';

/** A screen that one can go to. */
export interface ScreenPlace {
  /** Its path below `/admin/`. */
  readonly path: string;
  readonly name: AdminKey;
  readonly icon?: IconName;
}

/** Something that the palette offers. */
interface Offer {
  readonly id: string;
  readonly text: string;
  readonly picture: ReactNode;
  /** Said at its end: when, or which key does the same. */
  readonly note?: string;
  readonly shortcut?: string;
  /** Whether it is offered whatever is typed. */
  readonly isAlways?: boolean;
  onChoose(): void;
}

/** A text with the part that was typed underlined. */
function Marked({ text, typed }: { readonly text: string; readonly typed: string }) {
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return <span>{text}</span>;
  return (
    <span>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + typed.length)}</mark>
      {text.slice(at + typed.length)}
    </span>
  );
}

/** Milliseconds after the last key in which events are asked for. */
const PAUSE = 60;

/** Returns a value as it was once nothing has changed it for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function useFoundEvents(typed: string): readonly Offer[] {
  const { language } = useTexts();
  const navigate = useNavigate();
  const { data = [] } = useQuery(foundEventsQuery(useSettled(typed)));
  if (typed === '') return [];
  return data.map((event) => {
    const [category] = event.categories;
    const day = formatDate(event.start_date, language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
    return {
      id: `event-${event.id}`,
      text: titleOf(event) || '–',
      picture: category?.mark ? <Mark name={category.mark} color={category.color} /> : <Icon name="cal" />,
      note: day,
      isAlways: true,
      onChoose: () => void navigate({ to: '/admin/events/$id', params: { id: String(recordOf(event)) } }),
    };
  });
}

function usePlaces(places: readonly ScreenPlace[]): readonly Offer[] {
  const { say } = useTexts();
  const navigate = useNavigate();
  return [
    ...places.map(({ path, name, icon = 'list' }) => ({
      id: path,
      text: say(name),
      picture: <Icon name={icon} />,
      onChoose: () => void navigate({ to: `/admin/${path}` }),
    })),
    {
      id: 'public',
      text: say('admin.open_calendar'),
      picture: <Icon name="ext" />,
      onChoose: () => void open(CALENDAR, '_blank', 'noopener'),
    },
  ];
}

function useDeeds(typed: string, onHelp: () => void): readonly Offer[] {
  const { say, language } = useTexts();
  const navigate = useNavigate();
  const choose = useChooseLanguage();
  const signOut = useSignOut();
  const mayCreate = useSession()?.permissions.includes('create') ?? false;
  const deed = (
    id: string,
    icon: IconName,
    text: string,
    onChoose: () => void,
    more: Partial<Offer> = {},
  ) => ({
    id,
    text,
    picture: <Icon name={icon} />,
    onChoose,
    ...more,
  });
  const create = () =>
    void navigate({ to: '/admin/events/new', search: typed === '' ? {} : { title: typed } });
  return [
    ...(mayCreate
      ? [
          deed(
            'new',
            'plus',
            typed === '' ? say('admin.new_event') : say('admin.palette.new_called', { title: typed }),
            create,
            { isAlways: true, ...(typed === '' ? { shortcut: 'N' } : {}) },
          ),
        ]
      : []),
    ...themes
      .filter((theme) => theme !== chosenTheme())
      .map((theme) => deed(`theme-${theme}`, 'eye', say(`admin.theme.${theme}`), () => chooseTheme(theme))),
    ...adminLanguages
      .filter((code) => code !== language)
      .map((code) => deed(code, 'globe', languageName(code), () => choose(code))),
    deed('keys', 'menu', say('admin.keys'), onHelp, { shortcut: '?' }),
    deed('out', 'x', say('admin.sign_out'), () => void signOut()),
  ];
}

/** Tells React Aria's list which of its items Enter means (its `FOCUS_EVENT`), as its own field does while one types. */
const firstOfAll = () =>
  new CustomEvent('react-aria-focus', {
    cancelable: true,
    bubbles: true,
    detail: { focusStrategy: 'first' },
  });

/** Finds events, goes to screens and does what they all can, by a few letters. */
export default function Palette({
  places,
  typedEarly,
  onClose,
  onHelp,
}: {
  readonly places: readonly ScreenPlace[];
  /** What was typed before its field was there. */
  readonly typedEarly: RefObject<string>;
  onClose(): void;
  onHelp(): void;
}) {
  const { say } = useTexts();
  const [input, setInput] = useState(() => typedEarly.current);
  const typed = input.trim();
  const fits = ({ text, isAlways }: Offer) =>
    isAlways === true || text.toLowerCase().includes(typed.toLowerCase());
  const sections = [
    { id: 'events', name: say('admin.nav.events'), offers: useFoundEvents(typed) },
    { id: 'places', name: say('admin.palette.go'), offers: usePlaces(places).filter(fits) },
    { id: 'deeds', name: say('admin.palette.do'), offers: useDeeds(typed, onHelp).filter(fits) },
  ].filter(({ offers }) => offers.length > 0);
  const list = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const first = sections[0]?.offers[0]?.id;
  // Events come after what was offered at once, and stand above it: Enter means them, unless arrows went elsewhere.
  useEffect(() => {
    if (typed === '' || first === undefined || hasMoved.current) return;
    // Once the list has its new items, too.
    const frame = requestAnimationFrame(() => list.current?.dispatchEvent(firstOfAll()));
    return () => cancelAnimationFrame(frame);
  }, [first, typed]);
  const choose = (key: unknown) => {
    onClose();
    sections
      .flatMap(({ offers }) => offers)
      .find(({ id }) => id === key)
      ?.onChoose();
  };
  return (
    <ModalOverlay
      className="scrim scrim-t"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="pal">
        <Dialog aria-label={say('admin.palette')}>
          <Autocomplete
            inputValue={input}
            onInputChange={(next) => {
              hasMoved.current = false;
              setInput(next);
            }}
          >
            <SearchField
              aria-label={say('admin.palette')}
              autoFocus
              className="field-s"
              onKeyDown={({ key }) => {
                if (key.startsWith('Arrow')) hasMoved.current = true;
              }}
            >
              <Icon name="search" />
              <Input dir="auto" placeholder={say('admin.palette.hint')} />
              <kbd>Esc</kbd>
            </SearchField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its list has the focus in name only, and what scrolls must be reached by keys */}
            <div className="pal-l" tabIndex={0}>
              <Menu ref={list} aria-label={say('admin.palette')} onAction={choose}>
                {sections.map(({ id, name, offers }) => (
                  <MenuSection key={id} id={`section-${id}`}>
                    <Header>{name}</Header>
                    {offers.map(({ id: key, text, picture, note, shortcut }) => (
                      <MenuItem key={key} id={key} textValue={text}>
                        {picture}
                        <Marked text={text} typed={typed} /> {note && <small>{note}</small>}{' '}
                        {shortcut && <kbd>{shortcut}</kbd>}
                      </MenuItem>
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </div>
          </Autocomplete>
          <footer>
            <span>
              <kbd>↑</kbd>
              <kbd>↓</kbd> {say('admin.palette.choose')}
            </span>
            <span>
              <kbd>↵</kbd> {say('admin.palette.open')}
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
