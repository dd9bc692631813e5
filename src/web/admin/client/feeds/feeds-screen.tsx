import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordProof } from '../account/password-proof.tsx';
import { useGuarded } from '../account/use-guarded.ts';
import { EVERY_STATUS } from '../events/list-query.ts';
import { api, bodyOf } from '../interface/client.ts';
import { useSession } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { DayField } from '../parts/date-field.tsx';
import { TextField } from '../parts/field.tsx';
import { SecretField } from '../parts/secret-field.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type FeedContent, feedQuery, publicFeed, wholeFeed } from './feed-content.ts';
import { FeedContentFields } from './feed-content-fields.tsx';
import { SecretFeeds } from './secret-feeds.tsx';

const queryKey = ['feeds'];

/** Addresses of feeds: of what is public for everybody, and secret ones for programs that cannot sign in. */
export default function FeedsScreen() {
  const { say } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const action = useGuarded();
  const own = useSession()?.user?.id;
  const [content, setContent] = useState<FeedContent>(wholeFeed);
  const [name, setName] = useState('');
  const [expires, setExpires] = useState<string>();
  const [withDrafts, setWithDrafts] = useState(false);
  const [made, setMade] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/kalends/v1/feeds', { signal }))).feeds,
  });
  const make = () =>
    action.run(async () => {
      const query = feedQuery(content);
      if (withDrafts) query.set('status', EVERY_STATUS);
      const feed = await bodyOf(
        api.POST('/kalends/v1/feeds', {
          body: {
            name: name.trim(),
            form: content.form,
            ...(query.size === 0 ? {} : { query: query.toString() }),
            ...(expires === undefined ? {} : { expires: `${expires} 23:59:59` }),
          },
        }),
      );
      setMade(feed.url);
      setName('');
      setExpires(undefined);
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
  const address = publicFeed(content);
  return (
    <div className="acc">
      <header className="at-h">
        <h1>{say('admin.nav.feeds')}</h1>
      </header>
      <section className="es">
        <h2>{say('admin.feeds.content')}</h2>
        <FeedContentFields
          content={content}
          onChange={(change) => setContent({ ...content, ...change })}
          problem={action.fields['query'] ?? ''}
        />
      </section>
      <section className="es">
        <h2>{say('admin.feeds.public')}</h2>
        <p className="h">{say('admin.feeds.public_help')}</p>
        <CopyField label={say('admin.feeds.public')} value={address} />
        {content.form === 'ics' && (
          <p>
            <a className="btn btn-quiet" href={address.replace(/^https?:/, 'webcal:')}>
              {say('admin.feeds.subscribe')}
            </a>
          </p>
        )}
      </section>
      <section className="es">
        <h2>{say('admin.feeds.secret')}</h2>
        <p className="h">{say('admin.feeds.help')}</p>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <p>{say('admin.feeds.none')}</p>}
        <SecretFeeds feeds={data ?? []} own={own} onRevoke={(id) => void revoke(id)} />
        {made !== '' && (
          <SecretField
            label={say('admin.feeds.address')}
            value={made}
            help={say('admin.account.shown_once')}
            onClose={() => setMade('')}
          />
        )}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <h3>{say('admin.feeds.new')}</h3>
          <div className="se-r">
            <TextField
              label={say('admin.feeds.name')}
              help={say('admin.feeds.name_help')}
              value={name}
              onChange={setName}
              problem={action.fields['name'] ?? ''}
            />
            <DayField
              label={say('admin.feeds.until')}
              value={expires}
              onChange={setExpires}
              problem={action.fields['expires'] ?? ''}
            />
          </div>
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
      </section>
    </div>
  );
}
