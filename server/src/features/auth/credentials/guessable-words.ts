/**
 * Words common in weak passwords: keyboard rows, names, seasons, teams, greetings, and names of this product. Each also covers
 * itself with digits and symbols around it, and with the usual letter-for-digit substitutions.
 */
export const guessableWords: ReadonlySet<string> = new Set(
  `
  password passwort passw0rd passwords mypassword thepassword newpassword oldpassword changepassword yourpassword
  motdepasse contrasena contraseña senha wachtwoord parola kennwort haslo losenord salasana parool geslo sifre
  changeme changethis changemenow changeit letmein letmeinnow openthedoor opensesame secret secrets topsecret mysecret
  admin administrator adminadmin administrador root rootroot superuser supervisor sysadmin systemadmin user username
  guest guestguest test tester testing testtest testuser demo demodemo sample example default defaultpassword temp
  temporary temppassword login loginlogin signin access accessgranted welcome welcomeback welcomehome willkommen
  bienvenue bienvenido benvenuto hello hellohello helloworld hellokitty goodmorning goodbye iloveyou iloveyousomuch
  iloveu ihateyou loveyou lovelove lovely lover forever foreverlove mylove truelove sweetheart sweety sweetie darling
  honey babygirl babyboy baby princess prince queen king kingkong angel angels angeleyes sunshine sunflower flower
  flowers butterfly dragon dragonfly dragonball monkey monkeys donkey tiger tigers lion lions panther bear bears wolf
  wolves eagle eagles falcon falcons hawk shark dolphin dolphins horse horses pony unicorn kitten kitty cat cats dog
  dogs doggy puppy buster buddy charlie max bailey bella lucy daisy coco rocky shadow smokey snoopy garfield simba
  qwerty qwertyuiop qwertyui qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjkl asdfasdf asdfqwer qwerasdf
  zxcvbn zxcvbnm zxcvzxcv qazwsx qazwsxedc wsxedc qweasd qweasdzxc qwe asd zxc qweqwe asdasd zxczxc poiuytrewq
  lkjhgfdsa mnbvcxz ytrewq qawsed poiuyt trewq abcd abcdef abcdefg abcdefgh abcdefghi abcdefghij abcabc abc aaa
  football footballer soccer baseball basketball hockey tennis golf golfer cricket rugby volleyball swimming
  liverpool arsenal chelsea manchester manutd barcelona realmadrid juventus bayern bayernmunich dortmund schalke
  ajax celtic rangers everton newcastle cowboys steelers yankees redsox lakers packers patriots raiders dodgers
  superman batman spiderman ironman wonderwoman hulk captain thor avengers starwars startrek matrix skywalker
  darthvader yoda jedi gandalf frodo hobbit pokemon pikachu naruto minecraft fortnite roblox warcraft playstation
  nintendo xbox zelda mario sonic pacman tetris harrypotter hogwarts mickey mickeymouse minnie donald tinkerbell
  michael jordan michaeljordan jennifer jessica ashley amanda michelle nicole daniel matthew joshua andrew anthony
  william robert thomas george james john david richard joseph christopher christian nicholas alexander alexandra
  alexander benjamin samantha elizabeth stephanie patricia barbara victoria veronica natalie natasha rebecca rachel
  melissa heather hannah jasmine justin brandon jonathan patrick steven martin andrea sandra sabrina claudia caroline
  maria mariana carlos fernando alejandro eduardo ricardo antonio francesco giovanni giuseppe alessandro stefan
  thomas andreas wolfgang matthias sebastian katharina monika petra susanne mohammed muhammad ahmed fatima
  spring summer autumn fall winter fruehling frühling sommer herbst january february march april may june july august
  september october november december januar februar maerz märz juni juli oktober dezember monday tuesday wednesday
  thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag weekend holiday
  holidays christmas merrychristmas easter halloween birthday happybirthday newyear happynewyear
  america american england london paris berlin germany deutschland france spain madrid italy italia rome london
  newyork newyorkcity losangeles chicago boston texas california florida hawaii canada australia sydney mexico
  brasil brazil india china japan tokyo russia moscow istanbul turkey africa europe
  computer computers internet network server database windows microsoft google googlegoogle facebook youtube twitter
  instagram tiktok amazon apple samsung iphone android linux ubuntu oracle cisco router wireless wifi bluetooth
  hacker hackers hacked security secure safety firewall master mastermaster masterkey mustang ferrari porsche mercedes
  corvette camaro harley yamaha honda toyota toyotacorolla nissan subaru ford chevrolet chevy bmw audi volkswagen
  trustno trustnoone trustnobody whatever whatsup nothing something anything everything nobody somebody blahblah
  fuckyou fuckoff fuckme fucker bullshit asshole pussy sexy sexsex bitch badboy badgirl goodboy
  cheese chocolate cookie cookies pizza banana bananas orange apple apples cherry strawberry blueberry peaches pepper
  ginger coffee coffeecoffee whiskey tequila vodka budweiser heineken snickers snowball peanut pumpkin pancake
  rainbow purple yellow green black white silver golden diamond diamonds crystal phoenix thunder lightning hurricane
  freedom liberty peace happy happiness smile smiley lucky luckyme blessed jesus jesuschrist jesuslovesme heaven
  godisgood godislove god lord faith hope faithhope grace praise trinity money moneymoney cash dollar million
  millionaire business company office officeoffice school schools schoolschool highschool university college student
  students teacher teachers principal class classroom campus hospital clinic hotel factory building portal
  music guitar metallica nirvana slipknot eminem beatles rockstar rocknroll heavymetal hiphop dancing dancer
  mother father mommy daddy mummy family brother sister grandma grandpa friend friends bestfriend bestfriends
  blink killer ninja pirate pirates samurai warrior soldier ranger hunter hunting fishing fisherman fireman police
  scooter scooby scoobydoo cowboy gangster player gamer gaming winner champion number numberone onelove
  thequickbrownfox correcthorsebatterystaple correcthorse onetwothree onetwothreefour drowssap nimda terces emoclew
  eot eotlive eoteot live livelive eotportal eotsense eotair eotclimate flysense sensor sensors sensorsensor device
  devices vape vaping vapesensor vapedetector detector noise temperature humidity airquality monitor monitoring
  dashboard alert alerts alertalert smoke smoking
  `
    .split(/\s+/)
    .filter(Boolean),
)
