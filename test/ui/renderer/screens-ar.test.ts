import { everyScreenIn } from './every-screen.ts';

everyScreenIn('ar');
