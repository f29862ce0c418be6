import { lessonsIn } from './lessons.ts';

lessonsIn('en');
