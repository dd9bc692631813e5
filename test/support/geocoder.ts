import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a fake geocoder got. */
export interface AskedGeocoder {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

/** A server that stands for Photon and Nominatim. */
export interface FakeGeocoder {
  readonly host: string;
  /** Addresses at which each kind is asked. */
  readonly photon: string;
  readonly nominatim: string;
  readonly asked: AskedGeocoder[];
  /** Answers from now on as this says. */
  answer(how: (response: ServerResponse, asked: AskedGeocoder) => void): void;
  stop(): void;
}

/** An answer of Photon's, and one of Nominatim's, to the same question. */
export const geocoderAnswers = {
  photon: {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [9.982, 53.5461] },
        properties: {
          osm_key: 'amenity',
          name: 'Granary 4',
          street: 'Timber Quay',
          housenumber: '4',
          postcode: '21734',
          city: 'Altenfleet',
          district: 'Lock Quarter',
          state: 'Lower Saxony',
          country: 'Germany',
          countrycode: 'DE',
        },
      },
    ],
  },
  nominatim: [
    {
      lat: '53.5461000',
      lon: '9.9820000',
      name: 'Granary 4',
      display_name: 'Granary 4, 4, Timber Quay, Lock Quarter, Altenfleet, 21734, Germany',
      address: {
        road: 'Timber Quay',
        house_number: '4',
        suburb: 'Lock Quarter',
        town: 'Altenfleet',
        state: 'Lower Saxony',
        postcode: '21734',
        country: 'Germany',
        country_code: 'de',
      },
    },
  ],
} as const;

const sendJson = (response: ServerResponse, body: unknown) =>
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));

/** Starts a fake geocoder, which first finds the same address in both forms. */
export async function startGeocoder(): Promise<FakeGeocoder> {
  const asked: AskedGeocoder[] = [];
  let how: (response: ServerResponse, request: AskedGeocoder) => void = (response, { path }) =>
    sendJson(response, path === '/api' ? geocoderAnswers.photon : geocoderAnswers.nominatim);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://geocoder');
    const one = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
    };
    asked.push(one);
    how(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    photon: `http://${host}/api`,
    nominatim: `http://${host}/search`,
    asked,
    answer(next) {
      how = next;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
