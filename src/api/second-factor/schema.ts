import Type from 'typebox';
import { PASSWORD_MAX } from '#api/access/rules.ts';
import { flag, required, text, withDefault } from '#api/routing/parameter.ts';
import { secretText } from '#api/routing/secret-text.ts';

const CODE_MAX = 100;

/** The password of whoever asks, as a field. */
export const passwordFields = { current_password: text({ empty: true, max: PASSWORD_MAX }) };
/** A code of an authenticator app, as a field. */
export const codeFields = { code: required(text({ max: CODE_MAX })) };
/** The fields of turning second factors off. */
export const disablingFields = { ...passwordFields, passkeys: withDefault(flag, false) };

/** Second factors and passkeys of a user. Dates are UTC, `YYYY-MM-DD HH:MM:SS`. */
export const SecondFactorAnswer = Type.Object({
  totp_since_utc: Type.Union([Type.String(), Type.Null()]),
  recovery_codes: Type.Integer(),
  passkeys: Type.Integer(),
});

/** The secret of an authenticator app, in Base32, as the address that such apps take, and as an SVG picture of its QR code. */
export const NewTotpAnswer = Type.Object({
  secret: secretText(),
  uri: secretText(),
  qr: secretText(),
});

/** New recovery codes, which are never shown again. */
export const RecoveryCodesAnswer = Type.Object({ recovery_codes: Type.Array(secretText()) });
