import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundLookOf, isNameShown, lineWidth, nameKindOf } from './client/map-looks.ts';

const [POINT, LINE, AREA] = [1, 2, 3];

test('shapes of Protomaps’ and OpenMapTiles’ layers have the same looks', () => {
  for (const [layer, properties, type, look] of [
    ['water', { kind: 'ocean' }, AREA, 'water'],
    ['water', { 'pmap:kind': 'lake' }, AREA, 'water'],
    ['water', { class: 'river' }, AREA, 'water'],
    ['water', { kind: 'stream' }, LINE, 'stream'],
    ['physical_line', { 'pmap:kind': 'river' }, LINE, 'stream'],
    ['waterway', { class: 'canal' }, LINE, 'stream'],
    ['landuse', { kind: 'park' }, AREA, 'park'],
    ['landuse', { kind: 'industrial' }, AREA, undefined],
    ['landuse', { kind: 'pier' }, AREA, 'pier'],
    ['landcover', { class: 'grass', subclass: 'park' }, AREA, 'park'],
    ['park', { class: 'nature_reserve' }, AREA, 'park'],
    ['roads', { kind: 'highway' }, LINE, 'highway'],
    ['roads', { 'pmap:kind': 'medium_road' }, LINE, 'major'],
    ['roads', { kind: 'minor_road' }, LINE, 'minor'],
    ['roads', { kind: 'minor_road', kind_detail: 'service' }, LINE, 'service'],
    ['roads', { kind: 'rail' }, LINE, 'rail'],
    ['roads', { kind: 'rail', kind_detail: 'subway', is_tunnel: true }, LINE, undefined],
    ['roads', { kind: 'major_road', is_tunnel: true }, LINE, 'major'],
    ['transportation', { class: 'transit', brunnel: 'tunnel' }, LINE, undefined],
    ['roads', { kind: 'ferry' }, LINE, undefined],
    ['transportation', { class: 'primary' }, LINE, 'major'],
    ['transportation_name', { class: 'primary' }, LINE, undefined],
    ['buildings', { kind: 'building' }, AREA, 'building'],
    ['buildings', { kind: 'address' }, POINT, undefined],
    ['building', {}, AREA, 'building'],
    ['boundaries', { kind: 'country' }, LINE, 'border'],
    ['boundary', { admin_level: 4 }, LINE, 'border'],
    ['boundary', { admin_level: 8 }, LINE, undefined],
    ['layer of somebody else', { kind: 'park' }, AREA, undefined],
  ] as const)
    assert.equal(groundLookOf(layer, properties, type), look, `${layer} ${JSON.stringify(properties)}`);
});

test('names have the rank of what they name, and are shown at its zooms', () => {
  for (const [layer, properties, type, kind] of [
    ['places', { kind: 'locality', kind_detail: 'city' }, POINT, 'city'],
    ['places', { 'pmap:kind': 'neighbourhood' }, POINT, 'quarter'],
    ['place', { class: 'suburb' }, POINT, 'suburb'],
    ['water', { kind: 'ocean' }, POINT, 'water'],
    ['water_name', { class: 'lake' }, POINT, 'water'],
    ['pois', { kind: 'park' }, POINT, 'park'],
    ['pois', { kind: 'cafe' }, POINT, undefined],
    ['roads', { kind: 'major_road' }, LINE, 'road'],
    ['roads', { kind: 'minor_road' }, LINE, 'street'],
    ['transportation_name', { class: 'minor' }, LINE, 'street'],
    ['roads', { kind: 'rail' }, LINE, undefined],
  ] as const)
    assert.equal(nameKindOf(layer, properties, type), kind, `${layer} ${JSON.stringify(properties)}`);
  assert.ok(isNameShown('city', 13.5) && !isNameShown('city', 14));
  assert.ok(isNameShown('street', 15) && !isNameShown('street', 14.5));
});

test('lines grow with the zoom, and are not drawn before their first', () => {
  assert.equal(lineWidth('minor', 11), 0);
  assert.equal(lineWidth('minor', 12), 0.5);
  assert.equal(lineWidth('minor', 13), 1.25);
  assert.equal(lineWidth('minor', 25), 16);
  assert.equal(lineWidth('water', 12), 0);
});
