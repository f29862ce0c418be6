import { lessonsIn } from './lessons.ts';

lessonsIn('ar');
