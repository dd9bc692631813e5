import { PasswordProof } from '../account/password-proof.tsx';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { MailForm, useMailServer } from './use-mail-server.ts';

const SECURITIES = ['tls', 'starttls'] as const;

/** The mail server of the calendar, saved by itself, and tried by a mail to oneself. */
export function MailSection({ mail }: { readonly mail: ReturnType<typeof useMailServer> }) {
  const { say } = useTexts();
  const { server, form, saving, testing } = mail;
  const variableOf = (name: keyof MailForm) => (name === 'from' ? 'KALENDS_MAIL_FROM' : 'KALENDS_SMTP_URL');
  const field = (name: keyof MailForm, help?: string) => {
    const isOverridden = server?.overridden.includes(name) ?? false;
    const told = isOverridden ? say('admin.settings.overridden', { variable: variableOf(name) }) : help;
    return {
      label: say(`admin.settings.mail.${name}`),
      problem: saving.fields[name] ?? '',
      isDisabled: isOverridden,
      ...(told ? { help: told } : {}),
    };
  };
  const { data: tested } = testing;
  const isSwitchedOff = server?.host === '' && form?.host === '';
  return (
    <section className="es" id="se-mail">
      <h2>{say('admin.settings.section.mail')}</h2>
      {mail.error && <Failed error={mail.error} onRetry={() => void mail.refetch()} />}
      {server && form && (
        <>
          <p className="h">{say('admin.settings.mail.help')}</p>
          <div className="se-r">
            <TextField
              {...field('host', say('admin.settings.mail.host_help'))}
              value={form.host}
              onChange={(host) => mail.set({ host })}
              autoComplete="off"
            />
            <TextField
              {...field('port')}
              value={form.port}
              onChange={(port) => mail.set({ port })}
              inputMode="numeric"
            />
          </div>
          <SelectField
            {...field('security')}
            value={form.security}
            onChange={(value) => {
              const security = SECURITIES.find((one) => one === value);
              if (security) mail.set({ security, port: security === 'tls' ? '465' : '587' });
            }}
            choices={SECURITIES.map((value) => ({
              value,
              text: say(`admin.settings.mail.security.${value}`),
            }))}
          />
          <div className="se-r">
            <TextField
              {...field('user')}
              value={form.user}
              onChange={(user) => mail.set({ user })}
              autoComplete="off"
            />
            <TextField
              {...field(
                'password',
                say(
                  server.has_password
                    ? 'admin.settings.mail.password_kept'
                    : 'admin.settings.mail.password_help',
                ),
              )}
              type="password"
              value={form.password}
              onChange={(password) => mail.set({ password })}
              autoComplete="new-password"
            />
          </div>
          <TextField
            {...field('from', say('admin.settings.mail.from_help'))}
            value={form.from}
            onChange={(from) => mail.set({ from })}
          />
          {server.host !== '' && !server.is_sending && (
            <Strip look="bad">{say('admin.settings.mail.no_key')}</Strip>
          )}
          {server.host !== '' && !server.has_links && <Strip>{say('admin.settings.mail.no_links')}</Strip>}
          {tested && (
            <Strip look={tested.sent ? 'ok' : 'bad'}>
              {tested.sent
                ? say('admin.settings.mail.sent', { recipient: tested.recipient })
                : say('admin.settings.mail.not_sent', { reason: tested.reason })}
            </Strip>
          )}
          <PasswordProof action={saving} />
          <p className="se-b">
            <Button
              look="quiet"
              size="small"
              isDisabled={!mail.isDirty}
              isBusy={saving.isBusy}
              onPress={() => void mail.save()}
            >
              {say('admin.settings.mail.save')}
            </Button>
            <Button
              look="quiet"
              size="small"
              icon="mail"
              isDisabled={mail.isDirty || isSwitchedOff || !server.is_sending}
              isBusy={testing.isPending}
              onPress={() => testing.mutate()}
            >
              {say('admin.settings.mail.test')}
            </Button>
            <Button look="bare" size="small" isDisabled={!mail.isDirty} onPress={mail.putBack}>
              {say('admin.settings.put_back')}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
