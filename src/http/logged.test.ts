import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggedUrl } from './logged.ts';

test('a logged address holds no password', () => {
  assert.equal(
    loggedUrl('/calendar/events/v1/events/5?a=1&password=s%20e=c&context=view'),
    '/calendar/events/v1/events/5?a=1&password=***&context=view',
  );
  assert.equal(
    loggedUrl('/kalends/v1/users/me?current_password=a&Password=b'),
    '/kalends/v1/users/me?current_password=***&Password=***',
  );
  assert.equal(loggedUrl('/calendar/events/v1/events?search=word'), '/calendar/events/v1/events?search=word');
});
