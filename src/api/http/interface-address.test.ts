import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInterfaceAddress } from './interface-address.ts';

const ORIGINS = ['https://calendar.example.org', 'http://intern.example:8080/cal'];

test('addresses of the interface are known at every base and name of the service', () => {
  for (const address of [
    'https://calendar.example.org/kalends/v1/users/7?_method=PATCH&role=administrator',
    'http://calendar.example.org/wp-json',
    'https://calendar.example.org/wp-json/',
    'https://CALENDAR.example.org./de/wp-json/tribe/events/v1/events',
    'https://calendar.example.org:443/es/calendar/events/v1/events/9',
    'https://calendar.example.org/?rest_route=/calendar/events/v1/events/9&_method=DELETE',
    'https://calendar.example.org/index.php?a=1&rest%5Froute=/kalends/v1/users',
    'https://calendar.example.org/%6Balends/v1/users',
    'https://calendar.example.org/events/../kalends/v1/users',
    'https://calendar.example.org\\batch\\v1',
    'https://calendar.example.org/wp/v2/media',
    'http://intern.example:8080/cal/KALENDS/v1/settings',
    'http://localhost:3000/kalends/v1/users',
    'http://127.1/kalends/v1/users',
    'http://2130706433/kalends/v1/users',
    'http://[::1]:8080/kalends/v1/users',
    // A name that nobody has told the service.
    'https://alias.example/kalends/v1/users/7?role=administrator&%5Fmethod=PATCH',
    'https://alias.example/?_method=DELETE&rest_route=/calendar/events/v1/events/9',
  ])
    assert.equal(isInterfaceAddress(address, ORIGINS), true, address);
});

test('pages of the service, and what others have, may be websites', () => {
  for (const address of [
    'https://calendar.example.org/',
    'https://calendar.example.org/event/kalends/',
    'https://calendar.example.org/events/list/?search=rest_route',
    'https://calendar.example.org/media/2026/11/plan.pdf',
    'https://other.example/wp-json/tribe/events/v1/events/5',
    'https://other.example/?_method=x',
    'https://calendar.example.org.other.example/kalends/v1/users',
    'mailto:kalends/v1/@example.org',
    'not an address',
  ])
    assert.equal(isInterfaceAddress(address, ORIGINS), false, address);
});
