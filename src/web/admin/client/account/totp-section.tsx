import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Schemas } from '../interface/client.ts';
import { sessionQuery } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { TextField } from '../parts/field.tsx';
import { useToast } from '../parts/toast.tsx';
import { siteName } from '../shell/brand.tsx';
import { Failed } from '../shell/failure.tsx';
import { formatDate, formatUtc, nowIn, siteZone } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { accountCalls, type OwnAccount } from './account-query.ts';
import { PasswordProof } from './password-proof.tsx';
import { useGuarded } from './use-guarded.ts';

/** An authenticator app as the second step of signing in, and the recovery codes for when it is lost. */
export function TotpSection({ account }: { readonly account: OwnAccount }) {
  const { say, language } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const action = useGuarded();
  const [begun, setBegun] = useState<Schemas['NewTotp']>();
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const key = ['account', 'second-factor', account.id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => accountCalls.secondFactor(account.id, signal),
  });
  const renew = async () => {
    await queries.invalidateQueries({ queryKey: key });
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const begin = () =>
    action.run(async (proof) => {
      setBegun(await accountCalls.beginTotp(account.id, proof));
    });
  const confirm = () =>
    action.run(async () => {
      const { recovery_codes } = await accountCalls.confirmTotp(account.id, code.replace(/\s/g, ''));
      setCodes(recovery_codes);
      setBegun(undefined);
      setCode('');
      await renew();
    });
  const renewCodes = () =>
    action.run(async (proof) => {
      setCodes((await accountCalls.renewCodes(account.id, proof)).recovery_codes);
      await renew();
    });
  const disable = () =>
    action.run(async (proof) => {
      await accountCalls.disableTotp(account.id, proof);
      setCodes([]);
      await renew();
      toast({ text: say('admin.account.totp_off') });
    });
  const works = { begin, renewCodes, disable } as const;
  /** What was pressed last: Enter in the field for the password goes on with it. */
  const wanted = useRef<keyof typeof works>('begin');
  const act = (work: keyof typeof works) => {
    wanted.current = work;
    void works[work]();
  };
  const since = data?.totp_since_utc;
  return (
    <section className="es">
      <h2>{say('admin.account.totp')}</h2>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <p>
        {since
          ? say('admin.account.totp_since', {
              date: formatUtc(since, language, { dateStyle: 'medium' }),
              count: data?.recovery_codes ?? 0,
            })
          : say('admin.account.totp_help')}
      </p>
      {codes.length > 0 && (
        <div className="made paper" aria-live="polite">
          <p className="on-paper">
            <b>{say('admin.account.codes_of', { login: account.login, site: siteName })}</b>
          </p>
          <p className="off-paper">
            <b>{say('admin.account.codes_made')}</b>
          </p>
          <ul className="codes num">
            {codes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p className="on-paper">
            {say('admin.account.codes_date', {
              date: formatDate(nowIn(siteZone), language, { dateStyle: 'long' }),
            })}
          </p>
          <p className="off-paper">{say('admin.account.shown_once')}</p>
          <p className="f-row off-paper">
            <CopyButton text={codes.join('\n')} />
            <Button look="quiet" icon="print" onPress={() => print()}>
              {say('admin.account.print')}
            </Button>
            <Button look="bare" onPress={() => setCodes([])}>
              {say('admin.account.kept')}
            </Button>
          </p>
        </div>
      )}
      {begun && (
        <form
          className="totp"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <img
            src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`}
            alt={say('admin.account.qr')}
            width="180"
            height="180"
          />
          <div>
            <p>{say('admin.account.scan')}</p>
            <p>
              <code>{begun.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
            </p>
            <TextField
              label={say('admin.account.code')}
              value={code}
              onChange={setCode}
              autoComplete="one-time-code"
              inputMode="numeric"
              problem={action.fields['code'] ?? ''}
              autoFocus
            />
            <PasswordProof action={action} />
            <p className="f-row">
              <Button type="submit" isBusy={action.isBusy}>
                {say('admin.account.confirm')}
              </Button>
              <Button look="bare" onPress={() => setBegun(undefined)}>
                {say('admin.cancel')}
              </Button>
            </p>
          </div>
        </form>
      )}
      {!begun && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            act(wanted.current);
          }}
        >
          <PasswordProof action={action} />
          {/* What Enter presses: the first of two buttons would else be meant, whichever asked for the password. */}
          <button type="submit" hidden />
          <p className="f-row">
            {since ? (
              <>
                <Button look="quiet" isBusy={action.isBusy} onPress={() => act('renewCodes')}>
                  {say('admin.account.renew_codes')}
                </Button>
                <Button look="bare" onPress={() => act('disable')}>
                  {say('admin.account.totp_disable')}
                </Button>
              </>
            ) : (
              <Button look="quiet" isBusy={action.isBusy} isDisabled={!data} onPress={() => act('begin')}>
                {say('admin.account.totp_begin')}
              </Button>
            )}
          </p>
        </form>
      )}
    </section>
  );
}
