// Makes the programme in a folder that is given: a whole run does it once, where each of the files that show it took as long.
import { keepProgramme } from './programme.ts';

const [folder = ''] = process.argv.slice(2);
await keepProgramme(folder);
