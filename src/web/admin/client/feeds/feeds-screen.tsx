import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordProof } from '../account/password-proof.tsx';
import { useGuarded } from '../account/use-guarded.ts';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { useSession } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { TextField } from '../parts/field.tsx';
import { RevocableList } from '../parts/revocable-list.tsx';
import { SecretField } from '../parts/secret-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { formatDate } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';

type SecretFeed = Schemas['Feed'];
const forms = ['ics', 'rss', 'atom', 'jsonfeed', 'csv'] as const satisfies readonly SecretFeed['form'][];
const UNPUBLISHED = 'publish,draft,pending,private,future';
const queryKey = ['feeds'];

/** Secret addresses of feeds, for programs that cannot sign in: each shown once, and revoked at once. */
export default function FeedsScreen() {
  const { say, language } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const action = useGuarded();
  const own = useSession()?.user?.id;
  const [name, setName] = useState('');
  const [form, setForm] = useState<SecretFeed['form']>('ics');
  const [search, setSearch] = useState('');
  const [withDrafts, setWithDrafts] = useState(false);
  const [made, setMade] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/kalends/v1/feeds', { signal }))).feeds,
  });
  const make = () =>
    action.run(async () => {
      const query = new URLSearchParams({
        ...(search.trim() === '' ? {} : { search: search.trim() }),
        ...(withDrafts ? { status: UNPUBLISHED } : {}),
      }).toString();
      const feed = await bodyOf(
        api.POST('/kalends/v1/feeds', {
          body: { name: name.trim(), form, ...(query === '' ? {} : { query }) },
        }),
      );
      setMade(feed.url);
      setName('');
      await queries.invalidateQueries({ queryKey });
    });
  const revoke = async (id: number) => {
    try {
      await bodyOf(api.DELETE('/kalends/v1/feeds/{id}', { params: { path: { id } } }));
      toast({ text: say('admin.feeds.revoked') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <div className="acc">
      <header className="at-h">
        <h1>{say('admin.nav.feeds')}</h1>
      </header>
      <section className="es">
        <h2>{say('admin.feeds.secret')}</h2>
        <p className="h">{say('admin.feeds.help')}</p>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <p>{say('admin.feeds.none')}</p>}
        <RevocableList
          items={data?.map((feed) => ({
            id: feed.id,
            name: feed.name,
            told: [
              say(`admin.feeds.form.${feed.form}`),
              ...(feed.query === '' ? [] : [new URLSearchParams(feed.query).toString()]),
              say('admin.feeds.made', {
                date: formatDate(feed.created_utc, language, { dateStyle: 'medium' }),
              }),
              ...(feed.user === own ? [] : [say('admin.feeds.of_other')]),
            ].join(' · '),
          }))}
          end={{
            text: say('admin.account.revoke'),
            labelOf: (name) => say('admin.account.revoke_of', { name }),
            onEnd: ({ id }) => void revoke(id),
          }}
        />
        {made !== '' && (
          <SecretField
            label={say('admin.feeds.address')}
            value={made}
            help={say('admin.account.shown_once')}
            onClose={() => setMade('')}
          />
        )}
      </section>
      <form
        className="es"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <h2>{say('admin.feeds.new')}</h2>
        <div className="se-r">
          <TextField
            label={say('admin.feeds.name')}
            help={say('admin.feeds.name_help')}
            value={name}
            onChange={setName}
            problem={action.fields['name'] ?? ''}
          />
          <SelectField
            label={say('admin.feeds.form')}
            value={form}
            onChange={(value) => setForm(forms.find((one) => one === value) ?? 'ics')}
            choices={forms.map((one) => ({ value: one, text: say(`admin.feeds.form.${one}`) }))}
          />
        </div>
        <TextField
          label={say('admin.feeds.search')}
          help={say('admin.feeds.search_help')}
          value={search}
          onChange={setSearch}
          problem={action.fields['query'] ?? ''}
        />
        <Checkbox isSelected={withDrafts} onChange={setWithDrafts}>
          {say('admin.feeds.drafts')}
        </Checkbox>
        <PasswordProof action={action} />
        <p>
          <Button type="submit" look="quiet" isBusy={action.isBusy} isDisabled={name.trim() === ''}>
            {say('admin.feeds.make')}
          </Button>
        </p>
      </form>
    </div>
  );
}
