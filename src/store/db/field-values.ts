/** Names of all that an event may offer to people with disabilities, as the interface has them. */
export const accessibilityFeatures = [
  'wheelchair',
  'step_free',
  'accessible_toilet',
  'hearing_loop',
  'sign_language',
  'audio_description',
  'captions',
  'quiet',
] as const;
/** Name of a thing that an event offers to people with disabilities. */
export type AccessibilityFeature = (typeof accessibilityFeatures)[number];

/** Colours of categories, as the interface names them, in the order in which they are chosen. */
export const categoryColors = [
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
  'slate',
] as const;
/** A colour of a category. */
export type CategoryColor = (typeof categoryColors)[number];

/** Shapes beside the names of categories, which tell them apart without colours. */
export const categoryMarks = [
  'disc',
  'triangle',
  'square',
  'screen',
  'diamond',
  'star',
  'ring',
  'cross',
  'bars',
] as const;
/** A shape beside the name of a category. */
export type CategoryMark = (typeof categoryMarks)[number];

/** The columns that a table of events can have beside date and title, in their order: members of an event. */
export const eventColumns = [
  'venue',
  'organizer',
  'categories',
  'translations',
  'status',
  'cost',
  'modified',
] as const;
/** A column that a table of events can have. */
export type EventColumn = (typeof eventColumns)[number];
