import type { TownEvent } from './town-event.ts';

/** Exhibitions that run for weeks, and events that repeat. */
export const runningEvents: readonly TownEvent[] = [
  {
    at: -40,
    when: 96,
    category: 'art',
    venue: 'Art Hall at the Sluice',
    organizer: 'culture',
    cost: '7',
    picture: 'tide',
    en: {
      title: 'Slack Water: Seven Painters of the Marsh',
      lead: 'Ninety years of tide, mud and light in eighty pictures, some of them wider than the wall that they were painted for.',
      text: '<p>Seven women painted the marsh between 1890 and 1980, most of them standing in it. Their pictures hang by the height of the water: what was painted at low tide is on the ground floor, the great floods are under the roof.</p><p>Every Thursday at seven a curator leads through the rooms. The tour is part of the ticket.</p>',
    },
    de: {
      title: 'Stauwasser: Sieben Malerinnen der Marsch',
      lead: 'Neunzig Jahre Tide, Schlick und Licht in achtzig Bildern, manche breiter als die Wand, für die sie gemalt wurden.',
      text: '<p>Sieben Malerinnen malten zwischen 1890 und 1980 die Marsch, die meisten mit den Füßen im Schlick. Ihre Bilder hängen nach dem Wasserstand: was bei Ebbe entstand, im Erdgeschoss, die großen Fluten unter dem Dach.</p><p>Donnerstags um sieben führt eine Kuratorin durch die Räume. Die Führung ist im Eintritt enthalten.</p>',
    },
    es: {
      title: 'Agua quieta: siete pintoras de la marisma',
      lead: 'Noventa años de mareas, barro y luz en ochenta cuadros.',
      text: '<p>Siete pintoras retrataron la marisma entre 1890 y 1980. Sus cuadros cuelgan según la altura del agua: la bajamar en la planta baja, las grandes crecidas bajo el tejado.</p><p>Los jueves a las siete hay una visita guiada, incluida en la entrada.</p>',
    },
    more: {
      accessibility: ['wheelchair', 'step_free'],
      opening_hours: [
        { days: ['tuesday', 'wednesday', 'friday', 'saturday', 'sunday'], opens: '10:00', closes: '18:00' },
        { days: ['thursday'], opens: '10:00', closes: '21:00' },
      ],
    },
  },
  {
    at: -12,
    when: 140,
    category: 'art',
    venue: 'Museum of Pilotage',
    organizer: 'museum',
    cost: '6',
    picture: 'arch',
    en: {
      title: 'Carrier: A Century of Ship’s Wireless',
      lead: 'Spark gaps, Morse keys and the last message of the coaster Meta, to be heard on her own set.',
      text: '<p>Forty wireless sets from a hundred years at sea, most of them working. Visitors send their own names in Morse across the hall, and hear who answers.</p>',
    },
    de: {
      title: 'Trägerwelle: Hundert Jahre Seefunk',
      lead: 'Löschfunken, Morsetasten und der letzte Spruch des Küstenmotorschiffs Meta, zu hören auf ihrem eigenen Gerät.',
      text: '<p>Vierzig Funkgeräte aus hundert Jahren Seefahrt, die meisten in Betrieb. Besucher morsen ihren Namen durch die Halle und hören, wer antwortet.</p>',
    },
    more: {
      opening_hours: [
        { days: ['wednesday', 'thursday', 'friday', 'saturday', 'sunday'], opens: '11:00', closes: '17:00' },
      ],
    },
  },
  {
    at: -5,
    when: 26,
    category: 'civic',
    venue: 'University, Hall 3',
    organizer: 'university',
    cost: '0',
    en: {
      title: 'Paper Bridges: Models by Students of Engineering',
      lead: 'Thirty-one bridges that weigh less than an apple, and one that carries the dean.',
    },
    de: {
      title: 'Papierbrücken: Modelle angehender Ingenieure',
      lead: 'Einunddreißig Brücken, die weniger wiegen als ein Apfel, und eine, die die Dekanin trägt.',
    },
    more: {
      opening_hours: [
        { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], opens: '08:00', closes: '20:00' },
      ],
    },
  },
  {
    at: { weekday: 6, from: -56 },
    when: '08:00-14:00',
    category: 'market',
    venue: 'Old Power House',
    organizer: 'powerhouse',
    cost: '0',
    rule: 'FREQ=WEEKLY',
    en: {
      title: 'Flea Market under the Crane',
      lead: 'Sixty stalls between the old turbines; furniture, records, and coffee from seven.',
    },
    de: {
      title: 'Flohmarkt unter dem Kran',
      lead: 'Sechzig Stände zwischen den alten Turbinen: Möbel, Schallplatten und ab sieben Uhr Kaffee.',
    },
    es: { title: 'Rastro bajo la grúa', lead: 'Sesenta puestos entre las viejas turbinas.' },
  },
  {
    at: { weekday: 4, from: -56 },
    when: '12:30-13:00',
    category: 'music',
    venue: 'St. Gertrud',
    organizer: 'gertrud',
    cost: '0',
    rule: 'FREQ=WEEKLY',
    en: {
      title: 'Carillon at Half Past Twelve',
      lead: 'Half an hour of bells for those who have half an hour.',
    },
    de: {
      title: 'Glockenspiel um halb eins',
      lead: 'Eine halbe Stunde Glocken für alle, die eine halbe Stunde haben.',
    },
  },
  {
    at: { weekday: 5, from: -42 },
    when: '16:30-18:00',
    category: 'sport',
    venue: 'Boatyard',
    organizer: 'rowing',
    cost: '7',
    rule: 'FREQ=WEEKLY',
    picture: 'lanes',
    en: {
      title: 'After-work Rowing for Beginners',
      lead: 'Doubles and quads on the timber basin; dry clothes are lent.',
    },
    de: {
      title: 'Feierabendrudern für Anfänger',
      lead: 'Zweier und Vierer auf dem Holzhafen; trockene Kleidung leihen wir aus.',
    },
  },
  {
    at: { weekday: 2, from: -42 },
    when: '15:00-15:45',
    category: 'kids',
    venue: 'Town Library',
    organizer: 'library',
    cost: '0',
    rule: 'FREQ=WEEKLY',
    en: {
      title: 'Story Hour in the Wheelhouse',
      lead: 'Picture books read aloud among the shelves that used to be a ship’s bridge. From four years on.',
    },
    de: {
      title: 'Vorlesestunde im Steuerhaus',
      lead: 'Bilderbücher, vorgelesen zwischen Regalen, die einmal eine Schiffsbrücke waren. Ab vier Jahren.',
    },
    more: { accessibility: ['step_free'] },
  },
  {
    at: { weekday: 7, from: -42 },
    when: '16:00-17:30',
    category: 'sport',
    venue: 'Boatyard',
    organizer: 'culture',
    cost: '8',
    rule: 'FREQ=WEEKLY',
    en: {
      title: 'Stone by Stone: A Walk through the Lock Quarter',
      lead: 'Ninety minutes from the sluice to the granaries, with a key to one door that is usually shut.',
    },
    de: {
      title: 'Stein für Stein: Rundgang durch das Schleusenviertel',
      lead: 'Neunzig Minuten von der Schleuse zu den Speichern, mit dem Schlüssel zu einer Tür, die sonst zu ist.',
    },
    es: {
      title: 'Piedra a piedra: paseo por el barrio de la esclusa',
      lead: 'Noventa minutos de la esclusa a los graneros.',
    },
    more: { spoken_languages: ['de', 'en'] },
  },
  {
    at: { weekday: 3, from: -28 },
    when: '20:00-23:00',
    category: 'music',
    venue: 'Old Power House',
    organizer: 'powerhouse',
    cost: '0',
    rule: 'FREQ=WEEKLY;INTERVAL=2',
    en: {
      title: 'Open Stage for Songwriters',
      lead: 'Three songs each, one microphone, no talking at the bar.',
    },
    de: {
      title: 'Offene Bühne für Liedermacher',
      lead: 'Drei Lieder für alle, ein Mikrofon, kein Gerede an der Theke.',
    },
  },
  {
    at: { weekday: 5, from: -21 },
    when: '19:00-23:00',
    category: 'market',
    venue: 'Fish Market',
    organizer: 'culture',
    cost: '0',
    rule: 'FREQ=WEEKLY;INTERVAL=3',
    picture: 'lamps',
    en: {
      title: 'Lantern Market on the Mole',
      lead: 'Smoked eel, hot pears and a thousand paper lamps along the water.',
    },
    de: {
      title: 'Laternenmarkt auf der Mole',
      lead: 'Räucheraal, heiße Birnen und tausend Papierlaternen am Wasser.',
    },
    es: {
      title: 'Mercado de faroles en el muelle',
      lead: 'Anguila ahumada, peras calientes y mil faroles de papel.',
    },
  },
];
