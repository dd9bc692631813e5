import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGuarded } from '../account/use-guarded.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { mailServerQuery, type ShownMailServer, sendMailServer, sendTestMail } from './mail-server-query.ts';

/** The fields of the mail server, as they are typed; the password is that of a new one. */
export interface MailForm {
  readonly host: string;
  readonly port: string;
  readonly security: ShownMailServer['security'];
  readonly user: string;
  readonly password: string;
  readonly from: string;
}

const formOf = ({ host, port, security, user, from }: ShownMailServer): MailForm => ({
  host,
  port: String(port),
  security,
  user,
  password: '',
  from,
});

const NAMES = ['host', 'port', 'security', 'user', 'password', 'from'] as const;

/** The mail server that the interface has, and what is typed over it. */
export function useMailServer() {
  const { say } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  const { data, error, refetch } = useQuery(mailServerQuery);
  const [typed, setTyped] = useState<Partial<MailForm>>({});
  const before = data && formOf(data);
  const form = before && { ...before, ...typed };
  const changed = before && form ? NAMES.filter((name) => form[name] !== before[name]) : [];
  const tell = (refusal: unknown) => toast({ text: problemText(refusal, say) });
  const saving = useGuarded();
  const testing = useMutation({
    mutationFn: sendTestMail,
    onError: tell,
  });
  return {
    server: data,
    error,
    refetch,
    form,
    isDirty: changed.length > 0,
    saving,
    save: () =>
      saving.run(async (proof) => {
        const fields = changed.map((name) => [
          name,
          name === 'port' ? Number(form?.port) || form?.port : form?.[name],
        ]);
        const answer = await sendMailServer({ ...Object.fromEntries(fields), ...proof });
        queries.setQueryData(mailServerQuery.queryKey, answer);
        setTyped({});
        toast({ text: say('admin.settings.mail.saved') });
      }),
    testing,
    set(change: Partial<MailForm>) {
      testing.reset();
      setTyped((now) => ({ ...now, ...change }));
    },
    putBack() {
      setTyped({});
    },
  };
}
