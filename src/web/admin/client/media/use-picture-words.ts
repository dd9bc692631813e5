import { useRef, useState } from 'react';
import { InterfaceError } from '../interface/client.ts';
import { siteLanguage } from '../shell/brand.tsx';
import { type AdminLanguage, adminLanguageOf } from '../texts/texts.tsx';
import { mediaCalls, type PictureInLanguages, type PictureTexts } from './media-query.ts';

const primary = adminLanguageOf(siteLanguage);

/** Place of a text of a picture. */
interface WordsPlace {
  readonly code: AdminLanguage;
  readonly name: keyof PictureTexts;
}

/** A text that was typed, and what it was typed over. */
interface TypedWords extends WordsPlace {
  readonly text: string;
  readonly over: string;
}

/** Returns a text as it is in a language; what is shown of another counts as none. */
export function storedWords({ picture, texts }: PictureInLanguages, { code, name }: WordsPlace): string {
  const own = (texts.get(primary) ?? picture)[name];
  const text = texts.get(code)?.[name] ?? '';
  return code !== primary && text === own ? '' : text;
}

/** A text that somebody else has changed, too. */
export interface OvertakenWords extends WordsPlace {
  readonly theirs: string;
}

/**
 * Holds the words that are typed for a picture until they are kept: never over what somebody else has written in the same place
 * meanwhile, unless whoever typed them was told and wants it so. What is kept shows until the picture has been read again.
 * @param known returns the picture as it was read last
 */
export function usePictureWords(id: number, known: () => PictureInLanguages | undefined) {
  const [typed, setTyped] = useState<readonly TypedWords[]>([]);
  const [overtaken, setOvertaken] = useState<OvertakenWords>();
  // What is typed while words are on their way is known before anything is drawn.
  const latest = useRef<readonly TypedWords[]>([]);
  const isAsking = useRef(false);
  /** Words are kept one after the other: each is written over those before it. */
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const change = (next: (now: readonly TypedWords[]) => readonly TypedWords[]) => {
    latest.current = next(latest.current);
    setTyped(latest.current);
  };
  const ask = (words: OvertakenWords | undefined) => {
    isAsking.current = words !== undefined;
    setOvertaken(words);
  };
  const isAt = (place: WordsPlace) => (one: WordsPlace) => one.code === place.code && one.name === place.name;
  const forget = (place: WordsPlace) => {
    change((now) => now.filter((one) => !isAt(place)(one)));
    ask(undefined);
  };
  /** @param at the picture as it is known; absent: as it is now */
  const send = async (words: TypedWords, at?: PictureInLanguages): Promise<boolean> => {
    const { code, name, text, over } = words;
    const read = at ?? (await mediaCalls.read(id));
    const theirs = storedWords(read, words);
    if (theirs !== over && theirs !== text) {
      // What was read before one's own words were kept tells nothing of others.
      if (at) return send(words);
      ask({ code, name, theirs });
      return false;
    }
    try {
      await mediaCalls.update(id, code, { [name]: text === '' ? null : text }, read.picture.revision);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof InterfaceError) || refusal.status !== 412) throw refusal;
      return send(words);
    }
  };
  const keepNow = async (place: WordsPlace): Promise<boolean> => {
    const words = latest.current.find(isAt(place));
    const at = known();
    if (!words || !at || words.text === words.over || isAsking.current) return false;
    const isKept = await send(words, at);
    // What was typed since is typed over what is kept now.
    if (isKept) change((now) => now.map((one) => (isAt(place)(one) ? { ...one, over: words.text } : one)));
    return isKept;
  };
  return {
    overtaken,
    typedAt: (place: WordsPlace) => typed.find(isAt(place))?.text,
    type(place: WordsPlace, text: string): void {
      const at = known();
      change((now) => {
        const over = now.find(isAt(place))?.over ?? (at ? storedWords(at, place) : '');
        return [...now.filter((one) => !isAt(place)(one)), { ...place, text, over }];
      });
    },
    forget,
    /** Returns whether something is typed in a place that isn't kept. */
    isOpen: (place: WordsPlace): boolean =>
      latest.current.some((one) => isAt(place)(one) && one.text !== one.over),
    /** Keeps what was typed in a place; resolves to whether there was something, and it was kept. */
    keep(place: WordsPlace): Promise<boolean> {
      const kept = turn.current.then(() => keepNow(place));
      turn.current = kept.catch(() => undefined);
      return kept;
    },
    /** Shows what is stored in place of what was typed and is kept: the picture has been read again. */
    settle: () => change((now) => now.filter(({ text, over }) => text !== over)),
    /** Keeps what was typed over what somebody else has written. */
    async keepMine({ code, name, theirs }: OvertakenWords): Promise<void> {
      const words = latest.current.find(isAt({ code, name }));
      const isKept = words && (await send({ ...words, over: theirs }));
      if (isKept !== false) forget({ code, name });
    },
  };
}
