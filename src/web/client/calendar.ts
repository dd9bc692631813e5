// What script makes better on the public pages, which are complete without it.
import { offerEditing } from './editing.ts';
import { followHeight } from './frame-heights.ts';
import { moveInGrids } from './grid-keys.ts';
import { showLocalTimes } from './local-times.ts';
import { bringMapsToLife, linkListAndMap } from './map-list.ts';
import { openMenusByKeyboard } from './menus.ts';
import { changePagesInPlace } from './navigation.ts';
import { findNearMe } from './near-me.ts';
import { moveNowLine } from './now.ts';
import { readDraft } from './proposal-draft.ts';
import { shareLinks } from './sharing.ts';

openMenusByKeyboard();
moveInGrids();
showLocalTimes();
moveNowLine();
shareLinks();
findNearMe();
linkListAndMap();
bringMapsToLife();
changePagesInPlace();
// One that is too old is forgotten on any page, not on that of its form alone.
readDraft();
offerEditing();
for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-frame]')) followHeight(frame);
