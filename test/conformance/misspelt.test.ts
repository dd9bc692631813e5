import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '#config.ts';
import { openServices } from '#main.ts';
import { seedTown } from '#transfer/seed/town.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { removeAtExit } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';

// Searches of the demonstration as people mistype them, in three languages.

const CLOCK = '2026-09-17T08:00:00Z';
const TIMEZONE = 'Europe/Berlin';
const FOUND_AT_LEAST = 55;

/** What is typed on the page of a language, and the title of the event that is wanted. */
const queries: Readonly<Record<'en' | 'de' | 'es', readonly (readonly [typed: string, wanted: string])[]>> = {
  en: [
    ['Season openning', 'Season Opening: Nielsen, Grieg, Madetoja'],
    ['Neilsen Grieg', 'Season Opening: Nielsen, Grieg, Madetoja'],
    ['Madetoya', 'Season Opening: Nielsen, Grieg, Madetoja'],
    ['Odille Mbarga', 'Odile Mbarga Quartet'],
    ['quartte', 'Odile Mbarga Quartet'],
    ['fle market', 'Flea Market under the Crane'],
    ['carrilon', 'Carillon at Half Past Twelve'],
    ['rowing beginers', 'After-work Rowing for Beginners'],
    ['storry hour', 'Story Hour in the Wheelhouse'],
    ['songwritters', 'Open Stage for Songwriters'],
    ['lantren market', 'Lantern Market on the Mole'],
    ['cusion concert', 'Cushion Concert: Haydn for Under-threes'],
    ['Wibke Harms', 'Wiebke Harms Reads “The Tar Road”'],
    ['open air cinama', 'Open-air Cinema: The Beacon'],
    ['grant aplication', 'How to Write a Grant Application'],
    ['the brokn miror', 'The Broken Mirror'],
    ['repiar cafe', 'Repair Café by the Water'],
    ['boldering', 'Bouldering Evening'],
    ['marathn dike', 'Half Marathon along the Dike'],
    ['pupet theater', 'Puppet Theatre: The Herring King'],
  ],
  de: [
    ['Saisoneröfnung', 'Saisoneröffnung: Nielsen, Grieg, Madetoja'],
    ['Flomarkt', 'Flohmarkt unter dem Kran'],
    ['Glockenspeil', 'Glockenspiel um halb eins'],
    ['Feierabendrudren', 'Feierabendrudern für Anfänger'],
    ['Vorlessestunde', 'Vorlesestunde im Steuerhaus'],
    ['Rundgan Schleusenvirtel', 'Stein für Stein: Rundgang durch das Schleusenviertel'],
    ['Laternenmarck', 'Laternenmarkt auf der Mole'],
    ['Kisenkonzert', 'Kissenkonzert: Haydn für Kinder unter drei'],
    ['Teerstrase', 'Wiebke Harms liest „Die Teerstraße“'],
    ['Freiluftkion', 'Freiluftkino: Das Leuchtfeuer'],
    ['Haus der Breife', 'Das Haus der Briefe'],
    ['zerbrochner Spigel', 'Der zerbrochene Spiegel'],
    ['Reperaturcafe', 'Reparaturcafé am Wasser'],
    ['Saatgutausch', 'Saatguttausch und Schnittkurs'],
    ['Vortag Deich', 'Vortrag: Was der Deich erinnert'],
    ['Akordeon', 'Stummfilm mit Akkordeon: Die Tochter des Fährmanns'],
    ['Reucherwochenende', 'Räucherwochenende: Drei Tage Feuer'],
    ['Halbmaraton', 'Halbmarathon am Deich'],
    ['Herringskönig', 'Puppentheater: Der Heringskönig'],
    ['Orgelnahct', 'Orgelnacht bei Kerzenschein'],
  ],
  es: [
    ['rasto', 'Rastro bajo la grúa'],
    ['rastro bajo la gruha', 'Rastro bajo la grúa'],
    ['esclsua', 'Piedra a piedra: paseo por el barrio de la esclusa'],
    ['mercado de farolles', 'Mercado de faroles en el muelle'],
    ['apertura temporda', 'Apertura de temporada: Nielsen, Grieg, Madetoja'],
    ['nielsen greig', 'Apertura de temporada: Nielsen, Grieg, Madetoja'],
    ['la casa de las cratas', 'La casa de las cartas'],
    ['luna para prinicpiantes', 'La luna para principiantes'],
    ['intercanbio semillas', 'Intercambio de semillas y taller de poda'],
    ['taler de poda', 'Intercambio de semillas y taller de poda'],
    ['noche de escalda', 'Noche de escalada'],
    ['aumados', 'Fin de semana de ahumados'],
    ['danza sall', 'Danza: Sal'],
    ['flamneco', 'Flamenco en la mesa larga'],
    ['brugula', 'Taller: construye tu brújula'],
    ['media maraton dike', 'Media maratón por el dique'],
    ['manzna sidra', 'Feria de la manzana y la sidra'],
    ['titeres rey arenqe', 'Títeres: el rey arenque'],
    ['talleres aviertos', 'Noche de los talleres abiertos'],
    ['pintoras marizma', 'Agua quieta: siete pintoras de la marisma'],
  ],
};

let service: Service;
let folder: string;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kalends-misspelt-'));
  removeAtExit(folder);
  const settings = { ...(await calendarSettings(folder)), KALENDS_CLOCK: CLOCK, KALENDS_TIMEZONE: TIMEZONE };
  const print = (_details: object, text: string) => process.stderr.write(`${text}\n`);
  const config = readConfig(settings);
  const services = await openServices(config, { warn: print, error: print });
  const viewer = { id: 1, role: 'administrator' } as const;
  await seedTown({ services, viewer, now: config.clock() }, Temporal.PlainDate.from('2026-09-17'), () => {});
  await services.db.close();
  service = await startService({ data: folder, clock: CLOCK, timezone: TIMEZONE });
});
after(async () => {
  await service?.stop();
  await dropCalendar(folder);
});

/** Returns the first titles of a page, each once. */
function firstTitles(text: string, most: number): string[] {
  const titles = [...text.matchAll(/<h3 class="ev-h"><a [^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title);
  return [...new Set(titles)].slice(0, most);
}

test(`at least ${FOUND_AT_LEAST} of 60 misspelt searches find the wanted event in the first three`, async (t) => {
  const missed: string[] = [];
  let found = 0;
  for (const [language, typed] of Object.entries(queries))
    for (const [search, wanted] of typed) {
      const segment = language === 'en' ? '' : `/${language}`;
      const address = `${service.url}${segment}/events/list/?search=${encodeURIComponent(search)}`;
      const page = await service.anonymous.get(address, undefined, { accept: 'text/html' });
      const titles = firstTitles(page.expect(200).text, 3);
      if (titles.includes(wanted)) found++;
      else missed.push(`${search} (${wanted}): ${titles.join(' | ') || 'nothing'}`);
    }
  t.diagnostic(`${found} of 60 found; missed: ${missed.join('; ') || 'none'}`);
  assert.equal(found + missed.length, 60);
  assert.ok(found >= FOUND_AT_LEAST, missed.join('\n'));
});
