import { trainingIn } from './training.ts';

trainingIn('en');
