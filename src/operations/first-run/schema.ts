import Type, { type Static } from 'typebox';
import { codeField } from '#api/invitations/schema.ts';
import { oneOf, required, zoneField } from '#api/routing/parameter.ts';
import { siteSettingFields } from '#api/settings/schema.ts';
import { accountFields } from '#api/users/schema.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { siteSettings } from '#foundation/site/settings.ts';

/** The fields of the first start: who the administrator is, and what the calendar begins with. */
export const setupFields = {
  code: codeField,
  password: required(accountFields.password),
  name: accountFields.name,
  email: accountFields.email,
  site_name: siteSettingFields.name,
  timezone: zoneField,
  language: oneOf(languages),
  week_start: siteSettingFields.week_start,
};

/** The fields of the first start that variables may have decided. */
export const decidable = ['site_name', 'timezone', 'language', 'week_start'] as const;

/** The state of the first start: once it's over, nothing but that. */
export const SetupAnswer = Type.Object({
  open: Type.Boolean(),
  login: Type.Optional(Type.String()),
  site_name: Type.Optional(siteSettings.name.schema),
  timezone: Type.Optional(Type.String()),
  language: Type.Optional(Type.Enum([...languages])),
  week_start: Type.Optional(siteSettings.week_start.schema),
  overridden: Type.Optional(Type.Array(Type.Enum([...decidable]))),
});
/** The state of the first start: the type of the schema. */
export type SetupAnswer = Static<typeof SetupAnswer>;
