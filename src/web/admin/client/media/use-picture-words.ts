import { useState } from 'react';
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
 * meanwhile, unless whoever typed them was told and wants it so.
 */
export function usePictureWords(id: number, known: PictureInLanguages | undefined) {
  const [typed, setTyped] = useState<readonly TypedWords[]>([]);
  const [overtaken, setOvertaken] = useState<OvertakenWords>();
  const isAt = (place: WordsPlace) => (one: WordsPlace) => one.code === place.code && one.name === place.name;
  const forget = (place: WordsPlace) => {
    setTyped((now) => now.filter((one) => !isAt(place)(one)));
    setOvertaken(undefined);
  };
  const send = async (words: TypedWords, at: PictureInLanguages): Promise<boolean> => {
    const { code, name, text, over } = words;
    const theirs = storedWords(at, words);
    if (theirs !== over && theirs !== text) {
      setOvertaken({ code, name, theirs });
      return false;
    }
    try {
      await mediaCalls.update(id, code, { [name]: text === '' ? null : text }, at.picture.revision);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof InterfaceError) || refusal.status !== 412) throw refusal;
      return send(words, await mediaCalls.read(id));
    }
  };
  return {
    overtaken,
    typedAt: (place: WordsPlace) => typed.find(isAt(place))?.text,
    type: (place: WordsPlace, text: string) =>
      setTyped((now) => [
        ...now.filter((one) => !isAt(place)(one)),
        {
          ...place,
          text,
          over: now.find(isAt(place))?.over ?? (known ? storedWords(known, place) : ''),
        },
      ]),
    forget,
    /** Keeps what was typed in a place; resolves to whether there was something, and it was kept. */
    async keep(place: WordsPlace): Promise<boolean> {
      const words = typed.find(isAt(place));
      if (!words || !known || words.text === words.over || overtaken) return false;
      const isKept = await send(words, known);
      // What was typed since stays, over what is kept now.
      if (isKept)
        setTyped((now) =>
          now.flatMap((one) => {
            if (!isAt(place)(one)) return one;
            return one.text === words.text ? [] : { ...one, over: words.text };
          }),
        );
      return isKept;
    },
    /** Keeps what was typed over what somebody else has written. */
    async keepMine({ code, name, theirs }: OvertakenWords): Promise<void> {
      const words = typed.find(isAt({ code, name }));
      const isKept = words && (await send({ ...words, over: theirs }, await mediaCalls.read(id)));
      if (isKept !== false) forget({ code, name });
    },
  };
}
