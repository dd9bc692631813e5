import type { CategorySlug, VenueName } from '#transfer/seed/town-places.ts';

/** An event of the made-up programme; times are wall clocks of its site. */
export interface ProgrammeEvent {
  /** `YYYY-MM-DD` of its start. */
  readonly day: string;
  /** `HH:MM`; undefined: all day. */
  readonly from?: string;
  /** `HH:MM`, on the next day where it is earlier than the start. */
  readonly to?: string;
  /** Days that it takes, more than one for what lasts. */
  readonly days?: number;
  readonly category: CategorySlug;
  readonly title: string;
  readonly venue: VenueName | 'Online';
  readonly cost: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const THE_MONTH = '2026-09';

/**
 * Reads a line of the programme: `day from-to category; title; venue; cost`; a day alone or with `+days` takes no times.
 * @param fields of the interface, sent as they are
 */
function entry(line: string, fields: Readonly<Record<string, unknown>> = {}): ProgrammeEvent {
  const [head = '', title = '', venue = '', cost = ''] = line.split('; ');
  const [date = '', times = '', category = ''] = head.split(' ');
  const day = date.includes('-') ? date : `${THE_MONTH}-${date.padStart(2, '0')}`;
  const [from = '', to] = times.split('-');
  const length = times.startsWith('+')
    ? { days: Number(times.slice(1)) }
    : times === 'all'
      ? {}
      : { from, ...(to ? { to } : {}) };
  return {
    day,
    ...length,
    category: category as CategorySlug,
    title,
    venue: venue as VenueName,
    cost,
    fields,
  };
}

const weekly = (text: string, more = '') => ({ recurrence: { rrule: `FREQ=WEEKLY;BYDAY=${text}${more}` } });

const hours = (days: string, opens: string, closes: string) => ({ days, opens, closes });

/** What begins before the present day and goes on for weeks. */
export const exhibitions: readonly ProgrammeEvent[] = [
  entry('2026-06-12 +115 art; Slack Water: seven painters of the marsh; Art Hall at the Sluice; 7', {
    picture: 'tide',
    opening_hours: [hours('tu,we,fr,sa,su', '10:00', '18:00'), hours('th', '10:00', '21:00')],
  }),
  entry('2026-09-03 +151 art; Carrier: a century of ship’s wireless; Museum of Pilotage; 6', {
    opening_hours: [hours('fr,sa,su', '11:00', '17:00'), { closed: ['2026-12-24', '2026-12-25'] }],
  }),
  entry('2026-09-11 +17 market; Apple Fair; Fish Market; 0', {
    opening_hours: [hours('mo,tu,we,th,fr,sa,su', '16:00', '22:00')],
  }),
  entry('2026-09-07 +19 civic; Paper Bridges: models by students of engineering; University, Hall 3; 0'),
];

/** What repeats through the weeks around the present day. */
export const series: readonly ProgrammeEvent[] = [
  entry('2026-08-06 12:30-13:00 music; Carillon at Half Past Twelve; St. Gertrud; 0', weekly('TH')),
  entry(
    '2026-08-02 16:00-17:30 sport; Stone by Stone: a walk through the lock quarter; Boatyard; 8',
    weekly('TH,SU'),
  ),
  entry(
    '2026-08-07 16:30-18:00 sport; After-work sculling, doubles and beginners; Boatyard; 7',
    weekly('FR', ';UNTIL=20261030'),
  ),
  entry('2026-08-01 08:00-14:00 market; Flea market under the crane; Old Power House; 0', weekly('SA')),
  entry('2026-08-02 17:00-18:00 music; Choral vespers; St. Gertrud; 0', weekly('SU')),
  entry('2026-08-04 15:00-15:45 kids; Story hour in the wheelhouse; Town Library; 0', weekly('TU')),
  entry('2026-08-05 11:00-12:30 kids; Paper boats on the basin; Boatyard; 0', weekly('WE')),
  entry('2026-08-21 19:00-23:00 market; Lantern Market on the Mole; Fish Market; 0', {
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=3FR' },
    picture: 'lamps',
  }),
  entry('2026-09-15 20:00-22:10 stage; Der zerbrochene Spiegel; Playhouse; 14 – 38 €', {
    recurrence: {
      rdate: [
        '2026-09-17 20:00:00',
        '2026-09-20 18:00:00',
        '2026-09-26 20:00:00',
        '2026-09-30 20:00:00',
        '2026-10-04 18:00:00',
        '2026-10-10 20:00:00',
      ],
    },
    tickets: [
      {
        name: 'Parkett',
        price: 38,
        currency: 'EUR',
        url: 'https://tickets.example.org/spiegel',
        capacity: 9,
      },
      { name: 'Rang', price: 24, currency: 'EUR', url: 'https://tickets.example.org/spiegel', capacity: 0 },
      {
        name: 'Studierende',
        price: 14,
        currency: 'EUR',
        url: 'https://tickets.example.org/spiegel',
        capacity: 25,
        sales_end: '2026-10-09 18:00:00',
      },
      {
        name: 'Letzte Minute',
        price: 10,
        currency: 'EUR',
        sales_start: '2026-09-17 19:30:00',
        sales_end: '2026-10-10 20:00:00',
      },
    ],
    spoken_languages: ['de'],
    language: 'de',
  }),
];

const lead = { featured: true };

/** Four days, beginning with the present one, that have all that a list can show. */
const shown: readonly ProgrammeEvent[] = [
  entry('17 10:00-10:45 kids; Cushion concert: Haydn for under-threes; Granary 4; 6'),
  entry('17 18:00-20:00 art; Light-keepers: portraits from eleven towers; Museum of Pilotage; 0', {
    picture: 'arch',
  }),
  entry('17 19:00-20:30 books; Wiebke Harms reads “The Tar Road”; Town Library; 5', {
    spoken_languages: ['de'],
    accessibility: ['hearing_loop'],
  }),
  entry('17 19:30-21:45 music; Season opening: Nielsen, Grieg, Madetoja; Granary 4; 18 – 64 €', {
    ...lead,
    picture: 'rings',
    excerpt:
      'The Marsh Philharmonic begins its tenth season in the granary with three northern scores, and a new organ that shakes the beams.',
    description:
      '<p>Carl Nielsen wrote down how a sail takes the wind, and called it an overture. Grieg wrote his only piano concerto at twenty-four and never quite believed that it was finished. Leevi Madetoja wrote his Second Symphony in the winter after the war, and put a shepherd into the middle of it.</p><p>The three stand beside each other in the first concert of the season, under the old hoist of Granary 4, where the new organ of the Thielbeer workshop sounds in public for the first time.</p><h2>Programme</h2><ul><li>Carl Nielsen: <em>Helios</em></li><li>Edvard Grieg: Piano Concerto in A minor, op. 16</li><li>Leevi Madetoja: Symphony no. 2 in E flat major, op. 35</li></ul><h2>Who plays</h2><p>Marsh Philharmonic Altenfleet<br>Signe Dahl, piano<br>Oona Rautio, conductor</p><p>At 18:45 the dramaturge Hinnerk Claasen introduces the evening in the lower loft, in German, with a summary in English on paper.</p>',
    recurrence: {
      rdate: [
        '2026-09-19 19:30:00',
        '2026-10-15 19:30:00',
        '2026-10-17 19:30:00',
        '2026-11-19 20:00:00',
        '2026-11-21 19:30:00',
      ],
    },
    door_time: '18:45',
    tickets: [
      { name: 'Stalls', price: 64, currency: 'EUR', url: 'https://tickets.example.org/season', capacity: 12 },
      { name: 'Gallery', price: 18, currency: 'EUR', url: 'https://tickets.example.org/season' },
    ],
    organizer: [
      { organizer: 'Marsh Philharmonic', phone: '+49 4705 555 0190', email: 'box@marshphil.example' },
      { organizer: 'Town Office for Culture' },
    ],
    accessibility: ['step_free', 'hearing_loop'],
    accessibility_note: 'Lift to all rows, eight wheelchair places',
    spoken_languages: ['de'],
    tags: ['Orchestra', 'Organ', 'Under 18 free'],
  }),
  entry('17 21:00 music; Odile Mbarga Quartet; Old Power House; 16', { picture: 'keys' }),
  entry('17 22:30-00:15 film; Open-air cinema: The Beacon; Westmole Baths; 9', {
    event_status: 'canceled',
    event_status_reason: 'Gale warning from 21:00',
  }),
  entry('18 all civic; Parking Day: twelve streets without cars; Market Square; 0'),
  entry('18 +3 market; Smoke weekend: three days and nights of fire; Boatyard; 0'),
  entry('18 09:30-16:00 civic; Researchers’ Morning: 30 open laboratories; University, Hall 3; 0'),
  entry('18 17:00-18:30 books; How to write a grant application; Online; 0', {
    is_virtual: true,
    virtual_url: 'https://meet.example.org/grants',
  }),
  entry('18 20:00-22:00 stage; La casa de las cartas; Casa del Sur; 12', {
    spoken_languages: ['es'],
    language: 'es',
  }),
  entry('18 20:30 music; Ebb Tide + Knurrhahn; Youth House Lock; 11', { picture: 'beams' }),
  entry('18 23:00-06:00 music; Rotor: twelve hours of slow techno; Old Power House; 20'),
  entry('19 10:00-12:00 sport; Seed exchange and grafting lesson; Physic Garden; 0'),
  entry('19 11:00-12:30 kids; Build a boat that floats; Museum of Pilotage; 4', { picture: 'halves' }),
  entry('19 18:00-02:00 art; Long Night of the Collections; Art Hall at the Sluice; 15', {
    ...lead,
    picture: 'moon',
    excerpt:
      'Eleven houses, one ribbon, and ferries between them every ten minutes until two in the morning.',
  }),
  entry('19 20:00-21:20 stage; Dance double bill: “Neap” and “Winch”; Chamber Theatre; 19', {
    event_status: 'postponed',
    event_status_reason: 'Now on Sat 10 Oct',
  }),
  entry('20 09:00-13:00 sport; Dyke Run: 5, 10 and 21 km; Westmole Baths; 12 – 29 €', { picture: 'lanes' }),
  entry('20 11:00-12:30 music; Sunday matinee: Schubert on gut strings; Town Hall; 15'),
  entry('20 14:00-17:00 kids; Family Day among the giant ferns; Physic Garden; 3', { picture: 'leaves' }),
  entry(
    '2026-10-10 20:00-21:20 stage; Dance double bill: “Neap” and “Winch”, new date; Chamber Theatre; 19',
    {
      event_status: 'rescheduled',
      event_status_reason:
        'An injury in the company. Tickets are valid for the new date or taken back until 5 October.',
      previous_start_date: '2026-09-19 20:00:00',
      door_time: '19:30',
      excerpt:
        'Two first nights of the youth company: one of water going away, one of lifting what is heavy.',
      picture: 'beams',
    },
  ),
  entry('20 20:15-22:20 film; Short film night; Lichtspiele; 9'),
  entry('22 18:00-21:00 civic; Harbour reception for volunteers; Town Hall; 0', {
    status: 'publish',
    password: 'ebb and flow',
  }),
  entry('05 20:30-22:30 music; Boleros on the patio; Casa del Sur; 10', {
    picture: 'moon',
    excerpt:
      'The trio Los Remeros closed the summer with two hours of boleros, and rain that came right at the end.',
  }),
  entry('16 +7 film; Altenfleet Film Days; Lichtspiele; 9'),
];

const saturday = [
  '09:00-13:00 market; Weekly market; Market Square; 0',
  '09:30-10:00 music; Morning prayer with trombones; St. Gertrud; 0',
  '10:00-13:00 civic; Drop-in repair café; Youth House Lock; 0',
  '10:00-11:30 sport; Frühaufsteherrudern; Boatyard; 7',
  '10:30-12:00 kids; Knots for beginners; Museum of Pilotage; 4',
  '11:00-15:00 civic; Open doors at the tide gauge; Westmole Baths; 0',
  '11:30-13:00 kids; Sunprints on the lawn; Physic Garden; 3',
  '12:00-14:00 sport; Kanutour durch die Fleete; Boatyard; 12',
  '12:30-13:30 civic; Bell tower, first climb; St. Gertrud; 2',
  '13:00-14:30 art; Curator’s tour: Slack Water; Art Hall at the Sluice; 7',
  '13:30-16:00 civic; Lock 7 opens for visitors; Youth House Lock; 0',
  '14:00-15:30 books; Geschichten op Platt; Town Library; 0',
  '14:00-16:00 kids; Model yachts on the basin; Boatyard; 0',
  '14:30-16:30 music; Brass band on the ferry; Boatyard; 10',
  '15:00-16:00 kids; Puppet theatre: The Stork King; Chamber Theatre; 6',
  '15:30-17:30 art; Taller de collage; Casa del Sur; 8',
  '16:00-17:30 sport; Stone by Stone, the long way; Boatyard; 8',
  '16:00-18:00 film; Film Days: children’s choice; Lichtspiele; 5',
  '16:30-17:45 music; Cello and tide tables; Granary 4; 12',
  '17:00-18:30 music; Shape-note singing; St. Gertrud; 0',
  '17:00-19:00 art; Taller de cerámica; Casa del Sur; 15',
  '18:00-02:00 art; Long Night: signal lamps and night watch; Museum of Pilotage; 15',
  '18:00-02:00 civic; Long Night: every half hour; Planetarium; 15',
  '18:30-00:00 art; Long Night by torchlight; Physic Garden; 15',
  '19:00-20:30 books; Wie baut man einen Deich?; Town Library; 0',
  '19:00-23:00 art; Long Night: the typefoundry; University, Hall 3; 15',
  '19:30-23:30 art; Long Night: the customs house; Town Hall; 15',
  '20:00-22:30 books; Poetry slam, in German and Spanish; Youth House Lock; 8',
  '20:00-22:00 stage; Improvised opera; Playhouse; 14',
  '20:15-22:00 film; Film Days: The Pilot’s Wife; Lichtspiele; 9',
  '20:30-00:30 art; Long Night: lost luggage; Market Square; 15',
  '21:00-22:45 music; Trio Hafenkante; Old Power House; 14',
  '22:15-00:15 film; Film Days: midnight shorts; Lichtspiele; 9',
  '23:00-02:00 music; Rotor: dawn set; Old Power House; 20',
].map((line) => {
  const [times = '', ...rest] = line.split(' ');
  return entry(`19 ${times} ${rest.join(' ')}`);
});

const later = [
  '14 10:00-13:00 civic; Drop-in repair café; Youth House Lock; 0',
  '14 20:15-22:00 film; Petite Marée, with subtitles; Lichtspiele; 9',
  '15 12:30-13:15 music; Lunch concert: two marimbas; Granary 4; 0',
  '15 18:30-20:00 civic; Council in session; Town Hall; 0',
  '16 17:00-18:30 sport; Feierabendrudern; Boatyard; 7',
  '16 19:00-21:00 film; Film Days: opening night; Lichtspiele; 12',
  '21 18:00-19:30 civic; Neighbourhood council, north bank; Youth House Lock; 0',
  '21 20:15-22:00 film; Film Days: student films; Lichtspiele; 5',
  '22 12:30-13:15 music; Lunch concert: lute and voice; Granary 4; 0',
  '22 18:00-20:00 civic; Reception for volunteers; Town Hall; 0',
  '23 19:30-21:00 books; What tides do to maps; Town Library; 5',
  '23 20:00-22:00 stage; La casa de las cartas; Casa del Sur; 12',
  '24 18:00-19:30 art; Paper Bridges: meet the students; University, Hall 3; 0',
  '24 20:15-22:00 film; Cartographers of mud; Lichtspiele; 9',
  '24 21:00-22:30 music; Odile Mbarga Quartet; Old Power House; 16',
  '25 09:00-16:00 civic; Paper Bridges, last day; University, Hall 3; 0',
  '25 16:00-17:30 kids; Lantern workshop; Museum of Pilotage; 4',
  '25 18:30-20:00 books; Salt and silt: a lecture; Town Library; 0',
  '25 20:00-22:00 stage; Improvised opera; Playhouse; 14',
  '25 20:30 music; Noche de boleros; Casa del Sur; 10',
  '26 10:00-13:00 civic; Drop-in repair café; Youth House Lock; 0',
  '26 10:30-12:00 kids; Knots and splices; Museum of Pilotage; 4',
  '26 14:30-16:30 music; Brass band on the ferry; Boatyard; 10',
  '26 18:00-20:00 art; Life drawing, open table; Art Hall at the Sluice; 5',
  '26 21:00-23:00 music; Jam session; Old Power House; 0',
  '27 09:00-13:00 sport; Autumn regatta; Westmole Baths; 0',
  '27 10:00-13:00 market; Nachbarschaftsfrühstück; Market Square; 0',
  '27 11:00-12:30 music; Sunday matinee: wind quintet; Town Hall; 15',
  '28 12:30-13:15 music; Lunch concert: brass trio; Granary 4; 0',
  '28 18:30-20:00 civic; Council in session; Town Hall; 0',
  '29 18:00-20:00 art; Life drawing, open table; Art Hall at the Sluice; 5',
  '29 20:30-22:30 music; Jam session; Old Power House; 0',
  '30 19:30-21:00 books; The dyke reeve’s diary; Town Library; 5',
  '2026-10-01 19:00-21:00 art; Finissage with the painters; Art Hall at the Sluice; 0',
  '2026-10-02 19:30-21:30 music; Marsh Philharmonic: Brahms; Granary 4; 18 – 64 €',
  '2026-10-03 10:00-13:00 civic; Citizens’ breakfast on the bridge; Market Square; 0',
  '2026-10-03 14:30-16:30 music; Brass band on the ferry; Boatyard; 10',
  '2026-10-04 11:00-12:30 music; Matinee: guitar duo; Town Hall; 15',
  '2026-10-07 20:00-22:00 music; Chamber music from the archive; Granary 4; 12',
  '2026-10-13 19:00-20:30 books; Letters from the lightship; Town Library; 5',
  '2026-12-06 15:00-17:00 kids; Advent on the old ferry; Boatyard; 0',
].map((line) => entry(line));

/** All single events of the programme; the present day is 17 September 2026, and the 19th has forty. */
export const singles: readonly ProgrammeEvent[] = [...shown, ...saturday, ...later];
