import { listed } from '../listed.ts';

/** Verbs of everyday life, in their bare form. */
const verbs = listed(`
  accept accuse act adopt advise afford aim allow answer appoint approve arrest attack attract avoid bake ban bark bathe beg
  behave benefit bill blame block boil borrow bounce burn bury care carry cause celebrate chair chase chat cheat check chop
  claim clean clear climb collapse comment compare compete complain confess confirm connect consider consult contact contract
  convert cook cope copy correct cough cover crash crawl crush cure curse dance date decay decide decline decorate defeat
  defend delay demand deny depend describe deserve destroy detect develop dine dip dislike dismiss divide double doubt drag
  dream dress drift drip drown dry dump earn elect email employ empty enjoy enter escape evict excuse exercise expand explain
  explode explore face fail faint fancy fasten favour fetch fill film fire fish fit fix float flood flow fold follow force
  found frame fry gain gather glue grab grade greet grill guard guess guide hand handle harm hate haunt heat help hike hire
  hope hunt hurry hurt ignore imagine import impress improve infect inform injure insult invent invest invite jail join joke
  judge jump kick kill kiss knit knock lack land laugh launch lean leap learn lick lift like link listen live load lock
  look love mail manage mark marry match mate mend milk miss mix move murder nail name need note notice object obey offend
  offer oppose overheat owe own pack paint park pass pause peel pick pinch plan plant play plead plug point poison polish
  post pour practise pray prefer prepare press pretend prevent print promise promote protect protest provide pull punch
  punish push quit race rain raise rate reach realise refuse regret reject relax rely remain remember remind remove rent
  repair repeat replace reply rescue resign respond rest retire retreat return rob rock roll rub ruin rush sail save scan
  scare scrap scratch scream seal search serve settle sew shake shape share shave shop shout show sign skip slip slow smash
  smell smile smoke snow solve spare spill spoil spot spray squash stain stamp stare start starve stay steer step stir stop
  store strip study stuff sue succeed suffer suggest suit supply support suppose surprise survive suspect suspend swap sweat
  switch talk taste tease telephone tempt test thank threaten tie tip tire touch tour trace trade train transfer trap travel
  treat trick trip trust tumble turn twist type unlock vandalise vanish visit vote wait wake walk wander warm warn wash waste
  watch water wave weigh welcome whip whisper whistle win wipe wish wonder work worry wrap wreck write yawn yell`);

/** Nouns and other words of everyday life. */
const others = listed(`
  accident account address advice afternoon airport animal apple area army arrival aunt autumn baby back bathroom beach bear
  beard beauty beer bell bicycle bird birth birthday blood boat body bone book boss bottle bottom bowl brain branch bread
  breakfast breath bridge brother brush bus business butter cake camera car card cat chance charity cheese chicken child
  chocolate choir church circus city clock cloth clothes cloud club coach coast coat coffee coin college comfort company
  complaint concert corner country courage court cousin cover cream crime crowd culture cup customer danger daughter deal
  death debt degree dentist desk diesel dinner dirt discount doctor dog door dragon driver dust duty east education egg
  energy engine error evening event evidence exam fact family farm father fault fear feast field fight finger fire floor
  flower food football forest fork freedom friend fruit fuel fun future game garden gas gate gift girl glass gold grass
  ground group growth guest hair hand happiness harbour head health heart heaven hill history hobby hole holiday home honey
  hope horse hospital host hotel house hunger ice idea illness income injury ink insurance iron island jewel judge juice
  keeper kettle king kitchen knee knife knowledge lady lake lamp language lawyer leader leaf leather leg lesson letter level
  library licence life light limit lion living lunch machine magic mail manager map market marriage meal meat medicine memory
  metal milk mind minute mirror mood moon morning mother mountain mouse mouth movie music nature neck neighbour nephew
  nest news night noise north nose nurse oil olive orange oven owner pain pair paper parent party passport peace pen pencil
  pepper permit person pet petrol phone photo picture pilot pipe plane plate player pleasure poem poet poetry police pool
  potato power prison prize profit promise pupil purpose queen question quiet rabbit radio rain reason recipe red rescue
  restaurant rice ring river road roof room rope rose salad salary sale salt sand school science sea season seat secret
  shadow sheep shelf ship shirt shoe shower sick sickness silver singer sister skin sky sleep snake snow soap society sock
  soil soldier song soul sound soup south space speech speed spoon sport spring square stage stair star station steam stone
  storm story stove stranger stream street strike student style sugar summer sun surgery sweet table tail tailor tank task
  taste tax tea teacher team tenant theatre theft thief thing throat thunder ticket toe tongue tooth tower town toy track
  traffic train trash tree trouble truck truth uncle vacation valley value vehicle verse village violin virus voice war
  warmth warning watch water weather wedding weekday weekend weekly west wheel wife wind window wine wing winter woman wonder wood
  wool word world yacht yard youth
  able alive alone angry asleep awake aware bad beautiful bitter black blind blue brave bright broken brown busy calm cheap
  clean clear clever cold comfortable common complete cool correct crazy curious cute daily damp dangerous dark dead deaf
  dear deep dirty drunk dry dull eager easy empty equal evil exact excellent fair faithful false famous fancy fat final fine
  fit flat foreign free fresh friendly full funny gentle glad golden good great green grey guilty handsome handy happy hard
  healthy heavy helpful high hollow honest hot huge hungry ill important jealous kind large late lazy light likely little
  lively local lonely long loose loud low lucky mad main married mean modern narrow neat nervous new nice noisy normal odd
  old open ordinary pale past perfect plain pleasant polite poor possible pretty private proud public pure quick quiet rare
  raw ready real rich right ripe rough round rude sad safe same sharp shiny short shy silent silly simple single skilled
  sleepy slim slow small smart smooth soft solid sore sorry special spicy steep still strange strict strong stupid sudden
  sunny sure tall tame tender thick thin thirsty tidy tight tiny tired tough true ugly upset urgent useful usual vacant weak
  wealthy well wet white whole wicked wide wild wise wooden worth wrong young`);

/** The forms of a regular verb. */
function formsOf(verb: string): readonly string[] {
  const isDoubled = /^[^aeiou]*[aeiou][bdgklmnprt]$/u.test(verb);
  const base = isDoubled ? verb + verb.at(-1)! : verb.replace(/e$/u, '');
  const past = /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ied` : `${base}ed`;
  return [verb, ...pluralsOf(verb), past, `${base}ing`];
}

const pluralsOf = (noun: string): readonly string[] => {
  if (/[^aeiou]y$/u.test(noun)) return [noun, `${noun.slice(0, -1)}ies`];
  return [noun, /(?:s|x|z|ch|sh)$/u.test(noun) ? `${noun}es` : `${noun}s`];
};

/** Words that nobody mistypes: each is a word of its own, whatever a table holds. */
export const everydayWords: ReadonlySet<string> = new Set([...verbs.flatMap(formsOf), ...others.flatMap(pluralsOf)]);
