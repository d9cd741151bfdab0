import { listed, paired } from '../listed.ts';

/** Words that teams use interchangeably. The first stands for all. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  [
    'price cost costs charge fee',
    'customer client',
    'employee staff colleague',
    'begin start commence',
    'end finish complete',
    'buy purchase',
    'big large huge',
    'small little tiny',
    'decide agree choose resolve',
    'discount rebate',
    'meeting appointment',
    'build develop implement',
    'plan schedule',
    'money cash',
    'company firm business',
    'salary wage pay',
    'problem issue trouble',
    'answer reply respond',
    'approve permit allow',
    'delete remove',
    'picture image photo',
    'phone telephone',
    'next upcoming',
    'arrive come',
    'need require',
    'old earlier previous former',
    'increase raise rise grow',
    'reduce decrease lower cut drop',
  ].flatMap((group) => {
    const [head, ...others] = group.split(' ');
    return others.map((other) => [other, head!] as [string, string]);
  }),
);

/** Words for the highest amount, and for the lowest. */
export const highestWords: readonly string[] = listed('highest largest biggest greatest maximum max top most');
export const lowestWords: readonly string[] = listed('lowest smallest minimum min least fewest');

/** Words that ask for the first in an order, and the words for the field that orders. */
export const superlatives: ReadonlyMap<string, { readonly direction: 'asc' | 'desc'; readonly of: readonly string[] }> =
  new Map(
    listed(`
      heaviest:desc:weight,mass lightest:asc:weight,mass longest:desc:length,duration,distance,time
      shortest:asc:length,duration,distance,height,time tallest:desc:height oldest:desc:age youngest:asc:age
      fastest:desc:speed slowest:asc:speed furthest:desc:distance farthest:desc:distance nearest:asc:distance
      closest:asc:distance busiest:desc:visits,traffic hottest:desc:temperature warmest:desc:temperature
      coldest:asc:temperature wettest:desc:precipitation,rain windiest:desc:wind deepest:desc:depth`).map((entry) => {
      const [word, direction, of] = entry.split(':') as [string, 'asc' | 'desc', string];
      return [word, { direction, of: of.split(',') }];
    }),
  );

/** Words of a question, and words of labels whose fields answer them. */
export const kin: ReadonlyMap<string, string> = paired(`
  when:date,year,time,day year:date,season date:year,day old:age,born,year young:age,born,year far:distance
  long:duration,distance,time fast:time,speed slow:time,speed heavy:weight,mass large:size,area,population
  big:size,area,population small:size,area,population high:elevation,altitude tall:height deep:depth
  expensive:price,cost cheap:price,cost where:location,venue,place,city,country,site city:location
  location:venue,place,city,site nation:country country:nation,nationality person:name,population,attendance
  live:population rank:position,place place:rank,position,finish position:rank,place
  finish:position,place,rank,result money:earnings,amount,prize earn:earnings,prize cost:price movie:film,title
  film:movie,title who:name,player attend:attendance,crowd school:college,university win:winner`);
