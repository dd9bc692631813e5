/** A position as the town's places have it, in degrees. */
export type LatLng = readonly [lat: number, lng: number];

/** The shore of the estuary, from north to south, and the sea that lies west of it. */
const shore: readonly LatLng[] = [
  [53.585, 9.921],
  [53.575, 9.93],
  [53.566, 9.9355],
  [53.5605, 9.939],
  [53.5562, 9.9415],
  [53.5535, 9.9435],
  [53.5505, 9.9462],
  [53.5486, 9.9472],
  [53.5475, 9.9492],
  [53.5462, 9.9502],
  [53.5461, 9.9503],
  [53.5451, 9.9503],
  [53.544, 9.9503],
  [53.5433, 9.947],
  [53.5429, 9.9395],
  [53.542, 9.9394],
  [53.5421, 9.9475],
  [53.5418, 9.9515],
  [53.54, 9.9543],
  [53.537, 9.9562],
  [53.5335, 9.9571],
  [53.529, 9.9598],
  [53.522, 9.9642],
  [53.51, 9.969],
];
/** The estuary, west of its shore. */
export const sea: readonly LatLng[] = [...shore, [53.51, 9.88], [53.585, 9.88]];

/** The middle of the river from its source to its mouth, with half of its width in degrees of latitude. */
const river: readonly (readonly [...LatLng, number])[] = [
  [53.5755, 10.052, 0.0005],
  [53.5698, 10.03, 0.0006],
  [53.5655, 10.015, 0.0006],
  [53.5622, 10.0045, 0.0007],
  [53.5595, 9.9957, 0.0007],
  [53.5572, 9.988, 0.0008],
  [53.5557, 9.98, 0.0009],
  [53.5549, 9.972, 0.0009],
  [53.5541, 9.963, 0.0011],
  [53.5529, 9.954, 0.0014],
  [53.5519, 9.948, 0.0021],
  [53.5515, 9.942, 0.003],
];
/** The river, as an area. */
export const riverArea: readonly LatLng[] = [
  ...river.map(([lat, lng, half]): LatLng => [lat + half, lng]),
  ...river.toReversed().map(([lat, lng, half]): LatLng => [lat - half, lng]),
];

/** The timber basin with its lock, and the dock of the fish harbour. */
export const basin: readonly LatLng[] = [
  [53.5551, 9.9752],
  [53.5489, 9.9757],
  [53.5484, 9.9734],
  [53.5464, 9.9736],
  [53.5462, 9.9618],
  [53.5459, 9.95],
  [53.5452, 9.95],
  [53.5453, 9.9618],
  [53.5454, 9.9738],
  [53.5448, 9.9742],
  [53.5447, 9.9802],
  [53.5452, 9.9812],
  [53.5478, 9.9812],
  [53.5484, 9.9795],
  [53.5486, 9.9768],
  [53.5551, 9.9762],
];

/** The park in the south. */
export const southPark: readonly LatLng[] = [
  [53.5386, 9.982],
  [53.5391, 9.9862],
  [53.5384, 9.9914],
  [53.5371, 9.9942],
  [53.5342, 9.9946],
  [53.533, 9.9921],
  [53.5331, 9.9862],
  [53.5343, 9.9825],
  [53.5368, 9.9808],
];
/** The pond in it. */
export const pond: readonly LatLng[] = [
  [53.5362, 9.9868],
  [53.5365, 9.9885],
  [53.5359, 9.9897],
  [53.5352, 9.9892],
  [53.5353, 9.9874],
];
/** The green where the town's wall stood. */
export const wall: readonly LatLng[] = [
  [53.5517, 9.9808],
  [53.5524, 9.984],
  [53.5527, 9.988],
  [53.5522, 9.9925],
  [53.5508, 9.9958],
  [53.5488, 9.9967],
  [53.5486, 9.9956],
  [53.5503, 9.9946],
  [53.5514, 9.9919],
  [53.5518, 9.988],
  [53.5515, 9.9843],
  [53.5509, 9.9811],
];
/** Meadows on the northern bank. */
export const bankMeadows: readonly LatLng[] = [
  [53.5578, 9.9905],
  [53.5594, 9.994],
  [53.5611, 9.9985],
  [53.5626, 9.9985],
  [53.5613, 9.993],
  [53.5592, 9.9885],
  [53.5573, 9.9855],
];
/** The cemetery in the east. */
export const cemetery: readonly LatLng[] = [
  [53.5442, 10.0062],
  [53.5447, 10.0118],
  [53.5414, 10.0131],
  [53.5403, 10.0079],
  [53.5419, 10.0056],
];
/** Dunes on the northern shore. */
export const dunes: readonly LatLng[] = [
  [53.5652, 9.9403],
  [53.5657, 9.9462],
  [53.5622, 9.9484],
  [53.5598, 9.9466],
  [53.5601, 9.9424],
];
/** The garden of the western quarter. */
export const westGarden: readonly LatLng[] = [
  [53.5398, 9.9603],
  [53.5402, 9.9652],
  [53.5376, 9.9664],
  [53.5362, 9.9634],
  [53.5372, 9.9594],
];

/** Streets that lead through the whole town, by name. */
export const mainStreets: Readonly<Record<string, readonly LatLng[]>> = {
  'Long Street': [
    [53.5474, 9.9503],
    [53.5481, 9.9575],
    [53.5486, 9.9655],
    [53.5491, 9.9735],
    [53.5496, 9.982],
    [53.5499, 9.9905],
    [53.5503, 10.0005],
    [53.5512, 10.015],
    [53.5525, 10.05],
  ],
  'Bridge Street': [
    [53.579, 9.971],
    [53.568, 9.9755],
    [53.5615, 9.9795],
    [53.5588, 9.9812],
    [53.5533, 9.9842],
    [53.5496, 9.9862],
    [53.5455, 9.9858],
    [53.5418, 9.9836],
    [53.5393, 9.9806],
    [53.535, 9.9786],
    [53.529, 9.9778],
    [53.516, 9.9765],
  ],
  'University Road': [
    [53.5455, 9.9858],
    [53.542, 9.9945],
    [53.5375, 9.9975],
    [53.5318, 10.0005],
    [53.525, 10.0035],
    [53.513, 10.007],
  ],
  'Harbour Road': [
    [53.549, 9.9735],
    [53.5436, 9.9727],
    [53.5434, 9.9655],
    [53.5428, 9.9565],
    [53.5421, 9.9526],
  ],
  'Station Road': [
    [53.5588, 9.9812],
    [53.5608, 9.9712],
    [53.5617, 9.9622],
    [53.5623, 9.9522],
  ],
  'Eastern Ring': [
    [53.5645, 10.0062],
    [53.557, 10.0025],
    [53.5503, 10.0005],
    [53.5442, 10.0022],
    [53.5375, 9.9975],
  ],
};
/** The motorway east of the town. */
export const motorway: readonly LatLng[] = [
  [53.581, 10.006],
  [53.568, 10.0145],
  [53.556, 10.0195],
  [53.543, 10.0215],
  [53.531, 10.017],
  [53.513, 10.016],
];
/** The railway, with a bend around the town. */
export const railway: readonly LatLng[] = [
  [53.576, 10.045],
  [53.5665, 10.02],
  [53.5598, 10.008],
  [53.5557, 10.0007],
  [53.5477, 10.0052],
  [53.5395, 10.0035],
  [53.5325, 9.9925],
  [53.528, 9.979],
  [53.516, 9.9705],
];

/** Names of small streets, which are dealt out in turn. */
export const streetNames =
  'Sail Lane,Cooper Street,Lamp Street,Tar Yard,Anchor Street,Mill Lane,Rope Walk,Pilot Street,Salt Street,Lime Row,Heron Street,Chapel Lane,Baker Street,Weir Street,Dyke Road,Net Lane,Plum Street,Orchard Row,Bell Street,Copper Lane,Ferry Street,Willow Road,Glass Street,Tide Lane,Pump Street,Herring Row,Timber Quay,Garden Street,Beacon Road,Marsh Lane'.split(
    ',',
  );

/** Quarters by name: their middle, the turn of their streets in degrees, and metres between these. */
export const quarters: Readonly<Record<string, readonly [...LatLng, turn: number, metres: number]>> = {
  'Old Town': [53.5502, 9.9885, 12, 118],
  'New Town': [53.5548, 9.9942, -21, 150],
  'Lock Quarter': [53.5452, 9.9847, 4, 132],
  Westmole: [53.5437, 9.9612, -3, 150],
  'North Bank': [53.5603, 9.9752, -17, 158],
  'South Park': [53.5362, 9.9895, 8, 170],
  'South Campus': [53.5308, 9.9985, 27, 190],
  'Fish Quay': [53.5483, 9.9585, 3, 126],
  Eastfield: [53.5478, 10.0105, -6, 175],
  Meadowside: [53.5605, 9.9575, 9, 170],
  Southgate: [53.5365, 9.9715, -9, 165],
};
