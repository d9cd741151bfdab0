import { listed } from '../listed.ts';

/** Words of talk. They say nothing about any table. */
export const talk: ReadonlySet<string> = new Set(
  listed(`
    thanks thank thx tnx tks ty tia cheers ta appreciated obliged regards sincerely best kind warm wishes sorry apologies pardon please pls plz kindly
    hi hello hey hiya dear team all everyone folks guys morning afternoon evening day good hmm hm um umm uh er erm oh ah ooh aha well so ok okay
    alright anyway right now then again honestly frankly basically actually obviously certainly surely maybe perhaps roughly
    simply generally speaking asap urgent urgently quick quickly short brief question one favour favor clue idea thoughts rush
    hurry pressure worries problem curiosity curious interest wondering newsletter report presentation slides meeting call
    phone email mail memo boss manager colleague notes note records information info sake opinion view knowledge discussed
    mentioned promised requested usual always said told agreed expected deck slide powerpoint intranet wiki minutes agenda handout pitch keynote speech recap spreadsheet paperwork lol haha fyi btw way next following here goes thing
    ahead board audit auditor committee council review summit workshop interview hearing briefing conference webinar training application
    preparation grant budget tax bank loan insurer insurance lawyer landlord accountant inspector inspection investor shareholder
    press journalist reporter blog article brochure flyer poster leaflet magazine website quiz lunch dinner breakfast tea coffee
    bet argument debate grateful hint feeling mind happy straight weekly monthly annual daily internal
    help advise answer reply response fine great lovely nice awesome perfect friend asking according data figures numbers
    sec minute moment chance wait waiting sure certain asks asked happen happens sir madam folks just be hopefully first also but and or no not any much many lot bit`),
);

/** Words of a pause, where nothing else is in their clause. */
export const pausing: ReadonlySet<string> = new Set(listed('so well just now then oh ah and but or'));
