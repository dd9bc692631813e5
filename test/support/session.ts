import assert from 'node:assert/strict';
import type { Answer, Body, RequestHeaders } from './client.ts';
import { passwordOf } from './passwords.ts';
import type { Role, Service } from './service.ts';

const SESSIONS = '/kalends/v1/sessions';
/** What a browser says of requests that the service's own pages send. */
export const FROM_HERE: RequestHeaders = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

/** A browser with the cookies of one service, whose requests come from the service's own pages unless their headers say otherwise. */
export class TestBrowser {
  readonly #service: Service;
  readonly #cookies = new Map<string, string>();

  constructor(service: Service, cookies: Iterable<readonly [string, string]> = []) {
    this.#service = service;
    for (const [name, value] of cookies) this.#cookies.set(name, value);
  }

  /** The `Cookie` that it sends. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Another browser with the same cookies, as a thief has them. */
  copy(): TestBrowser {
    return new TestBrowser(this.#service, this.#cookies);
  }

  /** Sends a request; a path that begins with `/` lies below the origin. */
  async send(
    method: string,
    path: string,
    body?: Body,
    headers: RequestHeaders = FROM_HERE,
  ): Promise<Answer> {
    const cookie = this.#cookies.size > 0 ? { cookie: this.cookie } : {};
    const answer = await this.#service.anonymous.send(method, this.#service.url + path, body, {
      ...cookie,
      ...headers,
    });
    this.#take(answer.headers['set-cookie']);
    return answer;
  }

  #take(set: string | undefined): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set ?? '') ?? [];
    if (value !== '') this.#cookies.set(name, value);
    else if (name !== '') this.#cookies.delete(name);
  }

  /** Signs in and returns the answer, which must be a success. */
  async signIn(role: Role, fields: object = {}): Promise<Answer> {
    const body = { login: role, password: passwordOf(role), ...fields };
    return (await this.send('POST', SESSIONS, body)).expect(201);
  }

  /** Returns the login as which it is signed in; null for nobody. */
  async whoAmI(headers?: RequestHeaders): Promise<unknown> {
    const answer = (await this.send('GET', `${SESSIONS}/current`, undefined, headers)).expect(200);
    assert.equal(answer.headers['cache-control'], 'no-cache, must-revalidate, max-age=0, no-store, private');
    return answer.at('user') === null ? null : answer.at('user.login');
  }
}
