/**
 * Common words of the most frequent languages here. A word that means something in another of these languages is not
 * listed. German "die" and French "on" are therefore missing.
 */
const lists = {
  English: `a about after all also am an and any are as at be because been before being between both but by can could did do
    does doing don during each for from get give had has have having he her here hers him his how i if in into is it its ll
    just me more most my no nor not of on once only or other our out over own re s shall she should so some such t than
    that the their them then there these they this those through to too under until up upon us ve very was we were what when
    where whether which while who whom whose why will with would you your`,
  German: `aber als auch auf aus bei beim bin bis bist da damit dann das dass dem den denn der des dich diese diesem diesen
    dieser dieses doch du durch ein eine einem einen einer eines er es für gibt habe haben hatte ich ihm ihn ihnen ihr ihre im
    ist ja kann kein keine mich mir mit nach nicht noch nur ob oder ohne sein seine sich sie sind über um und uns unser unter
    vom von vor wann warum was weil welche welcher welches wenn wer werden wie wird wir wo wurde zu zum zur zwischen`,
  French: `à au aux avec c ce ces cet cette comme d dans de des dont du elle elles en entre est et eu été être il ils j je l la le
    les leur leurs lui ma mais mes moi mon ne nos notre nous où ou par pas plus pour pourquoi qu quand que quel quelle quelles
    quels qui quoi sa sans se ses son sont sur ta te tes toi ton tu un une vos votre vous y`,
  Spanish: `al algo ante como con cual cuál cuáles cuando cuándo de del desde donde dónde el él ella ellas ellos en entre era es
    esa ese eso esta está están este esto estos fue ha han hasta hay la las le les lo los más mi mis muy nos o para pero por
    porque qué que quién quienes se ser si sí sin sobre su sus también te tiene todo tu un una unas uno unos y ya`,
  Italian: `agli ai al alla alle allo anche che chi ci come con cosa cui da dal dalla degli dei del della delle dello di dove e è
    ed gli ha hanno il in io la le lei lo loro lui ma mi ne nei nel nella nelle noi non o perché per più qual quale quali quando
    quanto questa questo se sono su sua sue sui sul sulla suo tra un una uno voi`,
  Portuguese: `ao aos as até com como da das de dela dele do dos e é ela eles em entre era essa esse esta está este eu foi foram há
    isso isto já lhe mais mas me mesmo meu minha muito na nas não nem no nos nós o onde os ou para pela pelo por porque qual
    quais quando que quem são se sem ser seu seus só sua suas também te tem um uma você`,
  Dutch: `aan als bij dan dat de den der deze dit een en er geen had heb hebben heeft het hij hoe ik in is je kan maar met mijn
    naar niet nog of om onder ons ook op over te tot uit van veel voor waar waarom wat we wel welke wie wij wordt zij zijn zo zou`,
};

const words = new Set(Object.values(lists).flatMap((list) => list.split(/\s+/)));

/** Whether a word says little of what is looked for. In capitals it does: it may be an abbreviation, such as IT or WHO. */
export const isStopWord = (word: string): boolean =>
  words.has(word.toLowerCase()) && (word.length === 1 || word !== word.toUpperCase());
