import { api, bodyOf, type Schemas } from '../interface/client.ts';
import type { ProofOfPassword } from './use-guarded.ts';

/** Somebody's account, as they see it. */
export type OwnAccount = Schemas['User'];
/** Reach of a token. */
export type ShownScope = Schemas['Token']['scope'];

const at = (id: number) => ({ path: { id } });

/** Calls of the interface for one's own account, or another's where administrators may. */
export const accountCalls = {
  read: (id: number, signal: AbortSignal) =>
    bodyOf(api.GET('/kalends/v1/users/{id}', { params: at(id), signal })),
  update: (id: number, body: Schemas['UpdateUser']) =>
    bodyOf(api.PATCH('/kalends/v1/users/{id}', { params: at(id), body })),
  sessions: async (signal: AbortSignal) =>
    (await bodyOf(api.GET('/kalends/v1/sessions', { signal }))).sessions,
  endSession: (id: number) => bodyOf(api.DELETE('/kalends/v1/sessions/{id}', { params: at(id) })),
  endOthers: () => bodyOf(api.DELETE('/kalends/v1/sessions', { params: { query: { keep_current: true } } })),
  tokens: async (id: number, signal: AbortSignal) =>
    (await bodyOf(api.GET('/kalends/v1/users/{id}/tokens', { params: at(id), signal }))).tokens,
  createToken: (id: number, body: Schemas['CreateToken']) =>
    bodyOf(api.POST('/kalends/v1/users/{id}/tokens', { params: at(id), body })),
  deleteToken: (id: number, token: number) =>
    bodyOf(api.DELETE('/kalends/v1/users/{id}/tokens/{token}', { params: { path: { id, token } } })),
  secondFactor: (id: number, signal: AbortSignal) =>
    bodyOf(api.GET('/kalends/v1/users/{id}/second-factor', { params: at(id), signal })),
  beginTotp: (id: number, proof: ProofOfPassword) =>
    bodyOf(api.POST('/kalends/v1/users/{id}/second-factor/totp', { params: at(id), body: proof })),
  confirmTotp: (id: number, code: string) =>
    bodyOf(api.POST('/kalends/v1/users/{id}/second-factor/totp/confirm', { params: at(id), body: { code } })),
  renewCodes: (id: number, proof: ProofOfPassword) =>
    bodyOf(api.POST('/kalends/v1/users/{id}/second-factor/recovery-codes', { params: at(id), body: proof })),
  disableTotp: (id: number, proof: ProofOfPassword) =>
    bodyOf(api.POST('/kalends/v1/users/{id}/second-factor/disable', { params: at(id), body: proof })),
  passkeys: async (id: number, signal: AbortSignal) =>
    (await bodyOf(api.GET('/kalends/v1/users/{id}/passkeys', { params: at(id), signal }))).passkeys,
  beginPasskey: async (id: number, proof: ProofOfPassword) =>
    (await bodyOf(api.POST('/kalends/v1/users/{id}/passkeys/options', { params: at(id), body: proof })))
      .options,
  createPasskey: (id: number, name: string, response: Record<string, unknown>) =>
    bodyOf(api.POST('/kalends/v1/users/{id}/passkeys', { params: at(id), body: { name, response } })),
  deletePasskey: (id: number, passkey: number) =>
    bodyOf(api.DELETE('/kalends/v1/users/{id}/passkeys/{passkey}', { params: { path: { id, passkey } } })),
};
