import { trainingIn } from './training.ts';

trainingIn('ar');
