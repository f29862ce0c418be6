import { amounts, pack, points, type Face, type Text } from './faces.ts';

export interface CategorySeed {
  readonly slug: string;
  readonly name: Text;
  readonly description: Text;
  readonly type: 'local' | 'international';
  readonly brands: readonly BrandSeed[];
}

export interface BrandSeed {
  readonly slug: string;
  readonly name: Text;
  readonly bestSelling?: true;
  readonly faces: readonly Face[];
}

const us = { ar: 'أمريكا', en: 'US' };
const ksa = { ar: 'السعودية', en: 'KSA' };
const uae = { ar: 'الإمارات', en: 'UAE' };

const consoles: BrandSeed[] = [
  {
    slug: 'playstation',
    name: { ar: 'بلايستيشن', en: 'PlayStation' },
    bestSelling: true,
    faces: [
      ...amounts('USD', us, '10', '20', '25', '50', '60', '75', '100', '110'),
      ...amounts('USD', ksa, '5', '10', '20', '50'),
    ],
  },
  {
    slug: 'xbox',
    name: { ar: 'إكس بوكس', en: 'Xbox' },
    faces: amounts('USD', us, '10', '15', '20', '25', '50', '100'),
  },
  {
    slug: 'nintendo',
    name: { ar: 'نينتندو', en: 'Nintendo eShop' },
    faces: amounts('USD', us, '10', '20', '35', '50', '99'),
  },
  {
    slug: 'steam',
    name: { ar: 'ستيم', en: 'Steam' },
    bestSelling: true,
    faces: [...amounts('USD', undefined, '5', '10', '20', '50', '100'), ...amounts('SAR', ksa, '50', '100')],
  },
];

const mobileGames: BrandSeed[] = [
  {
    slug: 'pubg',
    name: { ar: 'ببجي موبايل', en: 'PUBG Mobile' },
    bestSelling: true,
    faces: points(
      { ar: 'شدة', en: 'UC' },
      ['60', '0.99'],
      ['325', '4.99'],
      ['660', '9.99'],
      ['1800', '24.99'],
      ['3850', '49.99'],
      ['8100', '99.99'],
    ),
  },
  {
    slug: 'free-fire',
    name: { ar: 'فري فاير', en: 'Free Fire' },
    faces: points(
      { ar: 'جوهرة', en: 'Diamonds' },
      ['100', '1'],
      ['210', '2'],
      ['530', '5'],
      ['1080', '10'],
      ['2200', '20'],
    ),
  },
  { slug: 'roblox', name: { ar: 'روبلوكس', en: 'Roblox' }, faces: amounts('USD', undefined, '10', '25', '50', '100') },
  {
    slug: 'razer',
    name: { ar: 'ريزر جولد', en: 'Razer Gold' },
    faces: amounts('USD', undefined, '5', '10', '20', '50', '100'),
  },
];

const appStores: BrandSeed[] = [
  {
    slug: 'apple',
    name: { ar: 'آيتونز وآبل', en: 'Apple and iTunes' },
    bestSelling: true,
    faces: [
      ...amounts(
        'USD',
        us,
        '2',
        '3',
        '5',
        '10',
        '15',
        '20',
        '25',
        '30',
        '40',
        '50',
        '75',
        '100',
        '150',
        '200',
        '250',
        '300',
      ),
      ...amounts('AED', uae, '50', '100', '250', '500'),
      ...amounts('SAR', ksa, '50', '75', '100', '200', '300', '500'),
    ],
  },
  {
    slug: 'google-play',
    name: { ar: 'جوجل بلاي', en: 'Google Play' },
    bestSelling: true,
    faces: [...amounts('USD', us, '5', '10', '25', '50', '100'), ...amounts('SAR', ksa, '50', '100')],
  },
];

const recharge: BrandSeed[] = [
  {
    slug: 'zain-kw',
    name: { ar: 'زين الكويت', en: 'Zain Kuwait' },
    bestSelling: true,
    faces: amounts('KWD', undefined, '1.000', '2.500', '5.000', '10.000', '20.000'),
  },
  {
    slug: 'ooredoo-kw',
    name: { ar: 'أوريدو الكويت', en: 'Ooredoo Kuwait' },
    faces: amounts('KWD', undefined, '2.500', '5.000', '10.000', '20.000'),
  },
  {
    slug: 'stc-kw',
    name: { ar: 'إس تي سي الكويت', en: 'stc Kuwait' },
    faces: amounts('KWD', undefined, '1.000', '3.000', '5.000', '10.000'),
  },
  {
    slug: 'umniah',
    name: { ar: 'أمنية', en: 'Umniah' },
    faces: amounts('JOD', undefined, '1.000', '3.000', '5.000', '10.000'),
  },
  {
    slug: 'zain-jo',
    name: { ar: 'زين الأردن', en: 'Zain Jordan' },
    faces: amounts('JOD', undefined, '1.000', '5.000', '10.000'),
  },
  {
    slug: 'orange-jo',
    name: { ar: 'أورنج الأردن', en: 'Orange Jordan' },
    faces: amounts('JOD', undefined, '5.000', '10.000'),
  },
];

const oneMonth = { ar: 'شهر واحد', en: '1 month' };
const threeMonths = { ar: '3 أشهر', en: '3 months' };
const sixMonths = { ar: '6 أشهر', en: '6 months' };
const twelveMonths = { ar: '12 شهرًا', en: '12 months' };

const streaming: BrandSeed[] = [
  { slug: 'netflix', name: { ar: 'نتفليكس', en: 'Netflix' }, faces: amounts('USD', us, '15', '30', '60') },
  {
    slug: 'shahid',
    name: { ar: 'شاهد', en: 'Shahid VIP' },
    faces: [pack(oneMonth, '9.99'), pack(threeMonths, '27.99'), pack(twelveMonths, '89.99')],
  },
  {
    slug: 'spotify',
    name: { ar: 'سبوتيفاي', en: 'Spotify Premium' },
    faces: [pack(oneMonth, '10'), pack(threeMonths, '30'), pack(sixMonths, '60')],
  },
];

const shopping: BrandSeed[] = [
  { slug: 'amazon', name: { ar: 'أمازون', en: 'Amazon' }, faces: amounts('USD', us, '10', '25', '50', '100') },
  { slug: 'noon', name: { ar: 'نون', en: 'noon' }, faces: amounts('AED', uae, '50', '100') },
];

export const categories: readonly CategorySeed[] = [
  {
    slug: 'consoles',
    name: { ar: 'أجهزة الألعاب', en: 'Game consoles' },
    type: 'international',
    brands: consoles,
    description: { ar: 'رصيد متاجر أجهزة الألعاب والحاسوب', en: 'Credit for console and PC game stores' },
  },
  {
    slug: 'mobile-games',
    name: { ar: 'ألعاب الجوال', en: 'Mobile games' },
    type: 'international',
    brands: mobileGames,
    description: { ar: 'نقاط ورصيد لألعاب الجوال', en: 'Points and credit for mobile games' },
  },
  {
    slug: 'app-stores',
    name: { ar: 'متاجر التطبيقات', en: 'App stores' },
    type: 'international',
    brands: appStores,
    description: { ar: 'بطاقات متاجر التطبيقات حسب المنطقة', en: 'App store cards by region' },
  },
  {
    slug: 'recharge',
    name: { ar: 'شحن الجوال', en: 'Mobile recharge' },
    type: 'local',
    brands: recharge,
    description: { ar: 'بطاقات شحن للشبكات المحلية', en: 'Top-up cards for local networks' },
  },
  {
    slug: 'streaming',
    name: { ar: 'الترفيه والبث', en: 'Streaming' },
    type: 'international',
    brands: streaming,
    description: { ar: 'اشتراكات الأفلام والمسلسلات والموسيقى', en: 'Film, series and music subscriptions' },
  },
  {
    slug: 'shopping',
    name: { ar: 'التسوق', en: 'Shopping' },
    type: 'international',
    brands: shopping,
    description: { ar: 'بطاقات هدايا للمتاجر الإلكترونية', en: 'Gift cards for online shops' },
  },
];
