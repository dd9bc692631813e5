import { useChoiceNames } from '../interface/choice-names.ts';
import type { Schemas } from '../interface/client.ts';
import { RevocableList } from '../parts/revocable-list.tsx';
import { formatUtc } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { feedLinkNames, feedLinks } from './feed-content.ts';

type SecretFeed = Schemas['Feed'];

const numbersIn = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0);

/** Returns in words which events a feed has, of parameters as the fields of this screen write them; others as they are. */
function useFeedWords(): (query: string, chosen: ReadonlyMap<string, string>) => string[] {
  const { say } = useTexts();
  return (query, names) =>
    [...new URLSearchParams(query)].map(([name, value]) => {
      if (name === 'search') return say('admin.feeds.with_words', { words: value });
      if (name === 'status') return say('admin.feeds.with_drafts');
      const by = feedLinkNames.find((one) => feedLinks[one] === name);
      if (!by) return `${name}=${value}`;
      return numbersIn(value)
        .map((id) => names.get(`${by} ${id}`) ?? `#${id}`)
        .join(', ');
    });
}

/** The names of everything that the feeds are narrowed by, under filter and ID. */
function useNames(feeds: readonly SecretFeed[]): ReadonlyMap<string, string> {
  const idsOf = (by: (typeof feedLinkNames)[number]) => [
    ...new Set(feeds.flatMap(({ query }) => numbersIn(new URLSearchParams(query).get(feedLinks[by])))),
  ];
  const category = useChoiceNames('category', idsOf('category')).named;
  const venue = useChoiceNames('venue', idsOf('venue')).named;
  const organizer = useChoiceNames('organizer', idsOf('organizer')).named;
  return new Map(
    Object.entries({ category, venue, organizer }).flatMap(([by, named]) =>
      named.map(({ id, name }) => [`${by} ${id}`, name] as const),
    ),
  );
}

/** The secret addresses that there are: what each has, until when, and what revokes it. */
export function SecretFeeds({
  feeds,
  own,
  onRevoke,
}: {
  readonly feeds: readonly SecretFeed[];
  /** ID of whoever looks. */
  readonly own: number | undefined;
  onRevoke(id: number): void;
}) {
  const { say, language } = useTexts();
  const wordsOf = useFeedWords();
  const names = useNames(feeds);
  const day = (utc: string) => formatUtc(utc, language, { dateStyle: 'medium' });
  return (
    <RevocableList
      items={feeds.map((feed) => ({
        id: feed.id,
        name: feed.name,
        told: [
          say(`admin.feeds.form.${feed.form}`),
          ...wordsOf(feed.query, names),
          say('admin.feeds.made', { date: day(feed.created_utc) }),
          ...(feed.expires_utc === null ? [] : [say('admin.feeds.expires', { date: day(feed.expires_utc) })]),
          ...(feed.user === own ? [] : [say('admin.feeds.of_other')]),
        ].join(' · '),
      }))}
      end={{
        text: say('admin.account.revoke'),
        labelOf: (name) => say('admin.account.revoke_of', { name }),
        onEnd: ({ id }) => onRevoke(id),
      }}
    />
  );
}
