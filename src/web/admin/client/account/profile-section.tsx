import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useToast } from '../parts/toast.tsx';
import { useChooseLanguage } from '../shell/language.tsx';
import { languageName } from '../texts/language-name.ts';
import { adminLanguages, useTexts } from '../texts/texts.tsx';
import { accountCalls, type OwnAccount } from './account-query.ts';
import { PasswordProof } from './password-proof.tsx';
import { useGuarded } from './use-guarded.ts';

/** Name, e-mail address and language of an account. */
export function ProfileSection({ account }: { readonly account: OwnAccount }) {
  const { say } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const choose = useChooseLanguage();
  const action = useGuarded();
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email);
  const [language, setLanguage] = useState(account.language ?? '');
  const save = () =>
    action.run(async (proof) => {
      const known = adminLanguages.find((code) => code === language);
      const saved = await accountCalls.update(account.id, {
        ...(name === account.name ? {} : { name }),
        ...(email === account.email ? {} : { email, ...proof }),
        ...(language === (account.language ?? '') ? {} : { language: known ?? '' }),
      });
      queries.setQueryData(['account', account.id], saved);
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      if (known && language !== account.language) choose(known);
      toast({ text: say('admin.account.saved') });
    });
  return (
    <form
      className="es"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{say('admin.account.profile')}</h2>
      <TextField
        label={say('admin.account.login')}
        value={account.login}
        isReadOnly
        autoComplete="username"
      />
      <TextField
        label={say('admin.account.name')}
        value={name}
        onChange={setName}
        autoComplete="name"
        problem={action.fields['name'] ?? ''}
      />
      <TextField
        label={say('admin.people.email')}
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="email"
        problem={action.fields['email'] ?? ''}
      />
      <SelectField
        label={say('admin.account.language')}
        value={language}
        onChange={(value) => setLanguage(adminLanguages.find((code) => code === value) ?? '')}
        choices={[
          { value: '', text: say('admin.account.language_of_browser') },
          ...adminLanguages.map((code) => ({
            value: code,
            text: languageName(code),
          })),
        ]}
      />
      <PasswordProof action={action} />
      <p>
        <Button type="submit" look="quiet" isBusy={action.isBusy}>
          {say('admin.editor.save')}
        </Button>
      </p>
    </form>
  );
}
