import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { nameField } from '#api/routing/name-field.ts';
import { flag, type Parameter, parameter, refuse, required, withDefault } from '#api/routing/parameter.ts';
import { secretText } from '#api/routing/secret-text.ts';
import { passwordFields } from '#api/second-factor/schema.ts';

const base64 = () => Type.String({ minLength: 1, maxLength: 100_000, pattern: '^[A-Za-z0-9_-]+$' });
const open = { additionalProperties: true };
const credential = {
  id: base64(),
  rawId: base64(),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}, open),
};

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** The answer of `navigator.credentials.create()` as JSON (WebAuthn §5.1, RegistrationResponseJSON). */
const Created = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: base64(),
        attestationObject: base64(),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
      },
      open,
    ),
  },
  open,
);
/** An authenticator's answer to creation: the type of the schema. */
export type Created = Static<typeof Created>;

/** The answer of `navigator.credentials.get()` as JSON (WebAuthn §5.1, AuthenticationResponseJSON). */
const Asserted = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: base64(),
        authenticatorData: base64(),
        signature: base64(),
        userHandle: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
      },
      open,
    ),
  },
  open,
);
/** An authenticator's answer to signing in: the type of the schema. */
export type Asserted = Static<typeof Asserted>;

const documented = Type.Object({}, open);

/** Returns the ways to reach an authenticator that the field knows; it may have told any word. */
export const knownTransports = (told: readonly string[] = []) =>
  transports.filter((one) => told.includes(one));

const created: Parameter<Created, true> = required(
  parameter<Created>(documented, (value) =>
    Value.Check(Created, value) ? { value } : refuse('problem.credential'),
  ),
);
const asserted: Parameter<Asserted, true> = required(
  parameter<Asserted>(documented, (value) =>
    Value.Check(Asserted, value) ? { value } : refuse('problem.credential'),
  ),
);

/** The fields that precede a new passkey. */
export const creationFields = passwordFields;
/** The fields of a new passkey. */
export const newPasskeyFields = { name: required(nameField), response: created };
/** The fields of a passkey that change. */
export const passkeyFields = { name: required(nameField) };
/** The fields of signing in with a passkey. */
export const passkeySignInFields = { response: asserted, remember: withDefault(flag, false) };

/** Options for `navigator.credentials`, as its JSON (WebAuthn §5.1.8, §5.1.9). */
export const OptionsAnswer = Type.Object({ options: Type.Object({ challenge: secretText() }, open) });

/** A passkey as answered, without its key. Dates are UTC, `YYYY-MM-DD HH:MM:SS`. */
export const PasskeyAnswer = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  host: Type.String(),
  synced: Type.Boolean(),
  created_utc: Type.String(),
  last_used_utc: Type.Union([Type.String(), Type.Null()]),
});
/** A passkey as answered: the type of the schema. */
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;
/** All passkeys of a user. */
export const PasskeysAnswer = Type.Object({ passkeys: Type.Array(PasskeyAnswer) });
