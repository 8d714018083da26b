import { Window } from 'happy-dom';

globalThis.verdictDom = { Window };
