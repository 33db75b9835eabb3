// Location strings of every state and territory with their answers, none of them taken from this service. Cities and their counties are
// of the Census Bureau's population estimates of 2021, ZIP codes of the publishers' own files, the rest was looked up by hand.

/** Text, label or status, basis, and the counties that answer where the place's own lines are not held. */
const TABLE = `
# The 40 biggest cities by name and state
Los Angeles, CA | Los Angeles, CA | county | 06037
Chicago, IL | Chicago, IL | county | 17031 17043
Houston, TX | Houston, TX | county | 48157 48201 48339
Phoenix, AZ | Phoenix, AZ | county | 04013
Philadelphia, PA | Philadelphia, PA | area
San Antonio, TX | San Antonio, TX | county | 48029
San Diego, CA | San Diego, CA | county | 06073
San Jose, CA | San Jose, CA | county | 06085
Austin, TX | Austin, TX | county | 48209 48453 48491
Fort Worth, TX | Fort Worth, TX | county | 48121 48367 48439 48497
Columbus, OH | Columbus, OH | county | 39041 39045 39049
Charlotte, NC | Charlotte, NC | area
Seattle, WA | Seattle, WA | county | 53033
Oklahoma City, OK | Oklahoma City, OK | county | 40017 40027 40109
Boston, MA | Boston, MA | county | 25025
Portland, OR | Portland, OR | county | 41005 41051 41067
Las Vegas, NV | Las Vegas, NV | area
Detroit, MI | Detroit, MI | area
Memphis, TN | Memphis, TN | county | 47157
Albuquerque, NM | Albuquerque, NM | county | 35001
Tucson, AZ | Tucson, AZ | county | 04019
Fresno, CA | Fresno, CA | county | 06019
Kansas City, MO | Kansas City, MO | county | 29037 29047 29095 29165
Mesa, AZ | Mesa, AZ | county | 04013
Atlanta, GA | Atlanta, GA | county | 13089 13121
Omaha, NE | Omaha, NE | county | 31055
Colorado Springs, CO | Colorado Springs, CO | county | 08041
# By state: two cities and the county namesake
Palmer, AK | Palmer, AK | county | 02170
Ketchikan, AK | Ketchikan, AK | county | 02130
Bethel, AK | Bethel, AK | county | 02050
Decatur, AL | Decatur, AL | county | 01083 01103
Phenix City, AL | Phenix City, AL | county | 01081 01113
Montgomery, AL | Montgomery, AL | county | 01101
Quitman, AR | Quitman, AR | county | 05023 05045
Sherwood, AR | Sherwood, AR | county | 05119
Conway, AR | Conway, AR | county | 05045
Apache Junction, AZ | Apache Junction, AZ | county | 04013 04021
Parker, AZ | Parker, AZ | county | 04012
Yuma, AZ | Yuma, AZ | county | 04027
Elk Grove, CA | Elk Grove, CA | county | 06067
Berkeley, CA | Berkeley, CA | county | 06001
Riverside, CA | Riverside, CA | county | 06065
Westminster, CO | Westminster, CO | county | 08001 08059
Milliken, CO | Milliken, CO | county | 08123
Pueblo, CO | Pueblo, CO | county | 08101
Shelton, CT | Shelton, CT | area
New Haven, CT | New Haven, CT | area
Clayton, DE | Clayton, DE | area
Dover, DE | Dover, DE | area
New Castle, DE | New Castle, DE | area
Longboat Key, FL | Longboat Key, FL | county | 12081 12115
Bartow, FL | Bartow, FL | county | 12105
Sarasota, FL | Sarasota, FL | county | 12115
Bogart, GA | Bogart, GA | county | 13059 13219
Jonesboro, GA | Jonesboro, GA | county | 13063
Decatur, GA | Decatur, GA | county | 13089
Urbandale, IA | Urbandale, IA | county | 19049 19153
Indianola, IA | Indianola, IA | county | 19181
Des Moines, IA | Des Moines, IA | county | 19153 19181
Star, ID | Star, ID | county | 16001 16027
Rexburg, ID | Rexburg, ID | county | 16065
Seneca, IL | Seneca, IL | county | 17063 17099
Granite City, IL | Granite City, IL | county | 17119
Peoria, IL | Peoria, IL | county | 17143
Converse, IN | Converse, IN | county | 18053 18103
Elkhart, IN | Elkhart, IN | county | 18039
Wamego, KS | Wamego, KS | county | 20149 20197
Kingman, KS | Kingman, KS | county | 20095
Wichita, KS | Wichita, KS | county | 20173
Upton, KY | Upton, KY | area
Walton, KY | Walton, KY | area
Henderson, KY | Henderson, KY | area
Delcambre, LA | Delcambre, LA | county | 22045 22113
Mandeville, LA | Mandeville, LA | county | 22103
Lafayette, LA | Lafayette, LA | county | 22055
Dartmouth, MA | Dartmouth, MA | county | 25005
Beverly, MA | Beverly, MA | county | 25009
Worcester, MA | Worcester, MA | county | 25027
Millington, MD | Millington, MD | county | 24029 24035
Bowie, MD | Bowie, MD | county | 24033
Frederick, MD | Frederick, MD | county | 24021
Norway, ME | Norway, ME | county | 23017
Monmouth, ME | Monmouth, ME | county | 23011
York, ME | York, ME | county | 23031
Ovid, MI | Ovid, MI | area
Belding, MI | Belding, MI | area
Jackson, MI | Jackson, MI | area
Royalton, MN | Royalton, MN | area
Lindstrom, MN | Lindstrom, MN | area
Ramsey, MN | Ramsey, MN | area
Oak Grove, MO | Oak Grove, MO | county | 29095 29107
Kearney, MO | Kearney, MO | county | 29047
Baldwyn, MS | Baldwyn, MS | county | 28081 28117
Byram, MS | Byram, MS | county | 28049
Jackson, MS | Jackson, MS | county | 28049 28089 28121
Dillon, MT | Dillon, MT | county | 30001
Livingston, MT | Livingston, MT | county | 30067
Missoula, MT | Missoula, MT | county | 30063
King, NC | King, NC | area
Mocksville, NC | Mocksville, NC | area
Grandin, ND | Grandin, ND | county | 38017 38097
Wahpeton, ND | Wahpeton, ND | county | 38077
Grand Forks, ND | Grand Forks, ND | county | 38035
Trumbull, NE | Trumbull, NE | county | 31001 31035
Papillion, NE | Papillion, NE | county | 31153
Lincoln, NE | Lincoln, NE | county | 31109
Lebanon, NH | Lebanon, NH | area
Bellmawr, NJ | Bellmawr, NJ | county | 34007
Glassboro, NJ | Glassboro, NJ | county | 34015
Camden, NJ | Camden, NJ | county | 34007
Rio Rancho, NM | Rio Rancho, NM | county | 35001 35043
Belen, NM | Belen, NM | county | 35061
Santa Fe, NM | Santa Fe, NM | county | 35049
West Wendover, NV | West Wendover, NV | area
Reno, NV | Reno, NV | area
Elko, NV | Elko, NV | area
Almond, NY | Almond, NY | county | 36003 36101
Wesley Hills, NY | Wesley Hills, NY | county | 36087
Albany, NY | Albany, NY | county | 36001
Lynchburg, OH | Lynchburg, OH | county | 39027 39071
Willoughby Hills, OH | Willoughby Hills, OH | county | 39085
Lorain, OH | Lorain, OH | county | 39093
Bromide, OK | Bromide, OK | county | 40029 40069
Harrah, OK | Harrah, OK | county | 40109
Tulsa, OK | Tulsa, OK | county | 40113 40143 40145
Salem, OR | Salem, OR | county | 41047 41053
Corvallis, OR | Corvallis, OR | county | 41003
Hood River, OR | Hood River, OR | county | 41027
Seven Springs, PA | Seven Springs, PA | area
Akron, PA | Akron, PA | area
Erie, PA | Erie, PA | area
East Providence, RI | East Providence, RI | area
Pawtucket, RI | Pawtucket, RI | area
Providence, RI | Providence, RI | area
Smyrna, SC | Smyrna, SC | county | 45021 45091
Forest Acres, SC | Forest Acres, SC | county | 45079
Charleston, SC | Charleston, SC | county | 45015 45019
Wessington, SD | Wessington, SD | county | 46005 46059
Hartford, SD | Hartford, SD | county | 46099
Brookings, SD | Brookings, SD | county | 46011
Ardmore, TN | Ardmore, TN | county | 47055 47103
Forest Hills, TN | Forest Hills, TN | county | 47037
Franklin, TN | Franklin, TN | county | 47187
Josephine, TX | Josephine, TX | county | 48085 48231
Roanoke, TX | Roanoke, TX | county | 48121
Lubbock, TX | Lubbock, TX | county | 48303
Draper, UT | Draper, UT | county | 49035 49049
Nibley, UT | Nibley, UT | county | 49005
Tooele, UT | Tooele, UT | county | 49045
Kilmarnock, VA | Kilmarnock, VA | county | 51103 51133
Morristown, VT | Morristown, VT | county | 50015
Essex Junction, VT | Essex Junction, VT | county | 50007
Essex, VT | Essex, VT | county | 50007
Milton, WA | Milton, WA | county | 53033 53053
Stanwood, WA | Stanwood, WA | county | 53061
Spokane, WA | Spokane, WA | county | 53063
Burlington, WI | Burlington, WI | county | 55101 55127
Beloit, WI | Beloit, WI | county | 55105
Kenosha, WI | Kenosha, WI | county | 55059
Paden City, WV | Paden City, WV | county | 54095 54103
Keyser, WV | Keyser, WV | county | 54057
Wayne, WV | Wayne, WV | county | 54099
Frannie, WY | Frannie, WY | county | 56003 56029
Powell, WY | Powell, WY | county | 56029
Laramie, WY | Laramie, WY | county | 56001
# By state: a county by its class, and a ZIP code
99923 | ZIP 99923 | county | 02198
99524 | ZIP 99524 | county | 02020
99760-1234 | ZIP 99760 | county | 02068 02090 02290
36604 | ZIP 36604 | county | 01097
35255 | ZIP 35255 | county | 01073
36474-1234 | ZIP 36474 | county | 01013 01035 01039
71660 | ZIP 71660 | county | 05011 05025
71903 | ZIP 71903 | county | 05051
72933-1234 | ZIP 72933 | county | 05047 05083 05131
85032 | ZIP 85032 | county | 04013
85098 | ZIP 85098 | county | 04013
86514-1234 | ZIP 86514 | county | 04001 35045 49037
95820 | ZIP 95820 | county | 06067
95473 | ZIP 95473 | county | 06097
93252-1234 | ZIP 93252 | county | 06029 06079 06083 06111
80808 | ZIP 80808 | county | 08039 08041
80261 | ZIP 80261 | county | 08031
80105-1234 | ZIP 80105 | county | 08001 08005 08039
06489 | ZIP 06489 | area
20204 | ZIP 20204 | area
19933 | ZIP 19933 | area
34746 | ZIP 34746 | county | 12097
33780 | ZIP 33780 | county | 12103
32331-1234 | ZIP 32331 | county | 12065 12079 12123
30090 | ZIP 30090 | county | 13067
31758 | ZIP 31758 | county | 13275
30633-1234 | ZIP 30633 | county | 13011 13119 13195
96742 | ZIP 96742 | area
51011 | ZIP 51011 | county | 19167
52736 | ZIP 52736 | county | 19045
52352-1234 | ZIP 52352 | county | 19011 19019 19113
83874 | ZIP 83874 | county | 16079
83653 | ZIP 83653 | county | 16027
83211-1234 | ZIP 83211 | county | 16011 16031 16077
62887 | ZIP 62887 | county | 17065 17193
62222 | ZIP 62222 | county | 17163
60140-1234 | ZIP 60140 | county | 17037 17089 17111
46572 | ZIP 46572 | county | 18099
46660 | ZIP 46660 | county | 18141
47118-1234 | ZIP 47118 | county | 18025 18117 18123
67101 | ZIP 67101 | county | 20173
66667 | ZIP 66667 | county | 20177
67567-1234 | ZIP 67567 | county | 20009 20145 20165 20185
40119 | ZIP 40119 | county | 21027 21085 21183
40129 | ZIP 40129 | county | 21029
41030-1234 | ZIP 41030 | county | 21015 21081 21117 21191
71272 | ZIP 71272 | county | 22061
70827 | ZIP 70827 | county | 22033
70657-1234 | ZIP 70657 | county | 22003 22011 22019 22053
01367 | ZIP 01367 | county | 25011
02331 | ZIP 02331 | county | 25023
01082-1234 | ZIP 01082 | county | 25013 25015 25027
21023 | ZIP 21023 | county | 24005
21501 | ZIP 21501 | county | 24001
21822-1234 | ZIP 21822 | county | 24039 24045 24047
04105 | ZIP 04105 | county | 23005
04672 | ZIP 04672 | county | 23009
49033 | ZIP 49033 | county | 26025
49501 | ZIP 49501 | county | 26081
48167-1234 | ZIP 48167 | county | 26125 26161 26163
56591 | ZIP 56591 | county | 27005
55583 | ZIP 55583 | county | 27019
55006-1234 | ZIP 55006 | county | 27025 27059 27065 27115
65601 | ZIP 65601 | county | 29039 29057 29167
64853 | ZIP 64853 | county | 29145
65074-1234 | ZIP 65074 | county | 29051 29131 29135
38703 | ZIP 38703 | county | 28011 28151
39207 | ZIP 39207 | county | 28049
39429-1234 | ZIP 39429 | county | 28065 28073 28091
59047 | ZIP 59047 | county | 30067
59114 | ZIP 59114 | county | 30111
59752-1234 | ZIP 59752 | county | 30007 30031 30043
28582 | ZIP 28582 | county | 37031 37133
28406 | ZIP 28406 | county | 37129
28444-1234 | ZIP 28444 | county | 37017 37061 37163
58310 | ZIP 58310 | county | 38079 38095
58126 | ZIP 58126 | county | 38017
58646-1234 | ZIP 58646 | county | 38001 38041 38089
68048 | ZIP 68048 | county | 31025
68103 | ZIP 68103 | county | 31055
68771-1234 | ZIP 68771 | county | 31027 31139 31179
03261 | ZIP 03261 | area
07748 | ZIP 07748 | county | 34025
08541 | ZIP 08541 | county | 34021
07460-1234 | ZIP 07460 | county | 34027 34031 34037
88038 | ZIP 88038 | county | 35017
87594 | ZIP 87594 | county | 35049
87047-1234 | ZIP 87047 | county | 35001 35043 35049
89138 | ZIP 89138 | county | 32003
89164 | ZIP 89164 | county | 32003
89010-1234 | ZIP 89010 | county | 06051 32009 32021
13838 | ZIP 13838 | county | 36025 36077
10274 | ZIP 10274 | county | 36061
13835-1234 | ZIP 13835 | county | 36007 36023 36107
45780 | ZIP 45780 | county | 39009
43654 | ZIP 43654 | county | 39095
44202-1234 | ZIP 44202 | county | 39055 39133 39153
73527 | ZIP 73527 | county | 40031
73184 | ZIP 73184 | county | 40109
74754-1234 | ZIP 74754 | county | 40023 40089 40127
97437 | ZIP 97437 | county | 41039
97313 | ZIP 97313 | county | 41047
97219-1234 | ZIP 97219 | county | 41005 41051 41067
15627 | ZIP 15627 | county | 42129
19353 | ZIP 19353 | county | 42029
17765-1234 | ZIP 17765 | county | 42015 42081 42117
02875 | ZIP 02875 | area
29594 | ZIP 29594 | county | 45069
29214 | ZIP 29214 | county | 45079
29848-1234 | ZIP 29848 | county | 45047 45065 45081
57472 | ZIP 57472 | county | 46021 46129
57198 | ZIP 57198 | county | 46099
57043-1234 | ZIP 57043 | county | 46067 46087 46125
37407 | ZIP 37407 | county | 47065
38377 | ZIP 38377 | county | 47069
37840-1234 | ZIP 37840 | county | 47001 47129 47145
77341 | ZIP 77341 | county | 48471
76191 | ZIP 76191 | county | 48439
76531-1234 | ZIP 76531 | county | 48093 48193 48333
84644 | ZIP 84644 | county | 49027
84409 | ZIP 84409 | county | 49057
84034-1234 | ZIP 84034 | county | 32033 49023 49045
22576 | ZIP 22576 | county | 51103
23291 | ZIP 23291 | county | 51760
24422-1234 | ZIP 24422 | county | 51005 51017 51023
05734 | ZIP 05734 | county | 50001
05633 | ZIP 05633 | county | 50023
05060-1234 | ZIP 05060 | county | 50017 50023 50027
98505 | ZIP 98505 | county | 53067
98185 | ZIP 98185 | county | 53033
99133-1234 | ZIP 99133 | county | 53017 53025 53043
54871 | ZIP 54871 | county | 55013 55129
53267 | ZIP 53267 | county | 55079
54766-1234 | ZIP 54766 | county | 55017 55107 55119
24747 | ZIP 24747 | county | 54047 54055
25330 | ZIP 25330 | county | 54039
26137-1234 | ZIP 26137 | county | 54013 54021 54085
82218 | ZIP 82218 | county | 56015
82071 | ZIP 82071 | county | 56001
83120-1234 | ZIP 83120 | county | 16019 16029 56023
Boise, ID | Boise City, ID | county | 16001
Leo-Cedarville, IN | Leo-Cedarville, IN | county | 18003
Tilton, NH | Tilton, NH | county | 33001
# Consolidated cities answer by the lines of their county
New York, NY | New York, NY | area
Jacksonville, FL | Jacksonville, FL | area
Indianapolis, IN | Indianapolis, IN | area
San Francisco, CA | San Francisco, CA | area
Denver, CO | Denver, CO | area
Nashville, TN | Nashville-Davidson, TN | area
Louisville, KY | Louisville, KY | area
Baltimore, MD | Baltimore, MD | area
St. Louis, MO | St. Louis, MO | area
Richmond, VA | Richmond, VA | area
Roanoke, VA | Roanoke, VA | area
Washington, DC | Washington, DC | area
New Orleans, LA | New Orleans, LA | area
Arlington, VA | Arlington, VA | area
# A bare name is the city far larger than its namesakes
Chicago | Chicago, IL | county | 17031 17043
chicago | Chicago, IL | county | 17031 17043
Houston | Houston, TX | county | 48157 48201 48339
Los Angeles | Los Angeles, CA | county | 06037
Philadelphia | Philadelphia, PA | area
Phoenix | Phoenix, AZ | county | 04013
Boston | Boston, MA | county | 25025
Seattle | Seattle, WA | county | 53033
Denver | Denver, CO | area
Detroit | Detroit, MI | area
Portland | Portland, OR | county | 41005 41051 41067
Durham | Durham, NC | area
Raleigh | Raleigh, NC | area
Edison | Edison, NJ | county | 34023
Brooklyn | Brooklyn, NY | area
Honolulu | Urban Honolulu, HI | area
Miami | Miami, FL | county | 12086
Boise | Boise City, ID | county | 16001
Oklahoma City | Oklahoma City, OK | county | 40017 40027 40109
Saint Paul | St. Paul, MN | area
Indianapolis | Indianapolis, IN | area
# A bare name that several have, or a state
Springfield | 400
Columbus | 400
Kansas City | 400
Aurora | 400
Arlington | 400
Richmond | 400
Rochester | 400
Salem | 400
Madison | 400
Franklin | 400
Clinton | 400
Orange | 400
Jefferson | 400
Cook County | 400
Washington County | 400
New York | New York | area
Washington | Washington | area
# Several of a name in one state
Franklin Township, NJ | 400
Hamilton, NJ | 400
Adams, PA | 400
Franklin, PA | 400
Greenfield, WI | Greenfield, WI | county | 55079
Rochester, NY | Rochester, NY | county | 36055
Town of Rochester, NY | Rochester, Ulster County, NY | county | 36111
Rochester, Ulster County, NY | Rochester, Ulster County, NY | county | 36111
Franklin Township, Somerset County, NJ | Franklin Township, Somerset County, NJ | county | 34035
Edison Township, NJ | Edison, NJ | county | 34023
Lower Merion Township, PA | Lower Merion Township, PA | county | 42091
Hempstead, NY | Hempstead, NY | county | 36059
Town of Hempstead, NY | Hempstead town, Nassau County, NY | county | 36059
Hanover, NH | Hanover, NH | county | 33009
Hanover CDP, NH | Hanover CDP, NH | area
East Lyme, CT | East Lyme, CT | county | 09180
Merrimack, NH | Merrimack, NH | county | 33011
# A city before the county of its name
Orange, CA | Orange, CA | county | 06059
Delaware, OH | Delaware, OH | county | 39041
Sacramento, CA | Sacramento, CA | county | 06067
Dallas, TX | Dallas, TX | county | 48085 48113 48121 48257 48397
El Paso, TX | El Paso, TX | county | 48141
Milwaukee, WI | Milwaukee, WI | county | 55079
Durham, NC | Durham, NC | area
Durham County, NC | Durham County, NC | area
Wake, NC | Wake County, NC | area
# Names as people write them
CITY OF LOS ANGELES, CALIFORNIA | Los Angeles, CA | county | 06037
houston texas | Houston, TX | county | 48157 48201 48339
Ft. Worth, TX | Fort Worth, TX | county | 48121 48367 48439 48497
Saint Louis, MO | St. Louis, MO | area
Mt. Vernon, NY | Mount Vernon, NY | county | 36119
29 Palms, CA | Twentynine Palms, CA | county | 06071
Peachtree City, GA | Peachtree City, GA | county | 13113
Kansas City, KS | Kansas City, KS | county | 20209
Carson City, NV | Carson City, NV | area
# Territories
PR | Puerto Rico | area
Puerto Rico | Puerto Rico | area
GU | Guam | area
Guam | Guam | area
VI | U.S. Virgin Islands | area
AS | American Samoa | area
MP | Northern Mariana Islands | area
DC | District of Columbia | area
San Juan, PR | San Juan Municipio, PR | area
00602 | ZIP 00602 | county | 72003 72011
00936 | ZIP 00936 | county
00901 | ZIP 00901 | county | 72127
96910 | ZIP 96910 | county
96932 | ZIP 96932 | county
00802 | ZIP 00802 | county
00831 | ZIP 00831 | county
96799 | ZIP 96799 | county
96950 | ZIP 96950 | county
# ZIP codes
57642 | ZIP 57642 | county | 38085 46031
57642-0001 | ZIP 57642 | county | 38085 46031
Lemmon, SD 57638 | ZIP 57638 | county | 38001 38037 38085 46031 46105
ZIP 53184 | ZIP 53184 | county | 55127
85222 | ZIP 85222 | county | 04021
# Nothing of that name
99999 | 404
00000 | 404
11111 | 404
Chigaco, IL | 404
Houstan, TX | 404
Los Angelos, CA | 404
Philidelphia | 404
Springfeild, IL | 404
Nowheresville, TX | 404
Xyzzy | 404
Chicago, Zembla | 404
Wake County, TX | 404
`

export interface AskedString {
  text: string
  /** Of the answer; its status where it is refused. */
  answer: string
  basis: string
  counties: string
}

export const STRINGS: readonly AskedString[] = TABLE.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [text = '', answer = '', basis = '', counties = ''] = line.split('|').map((column) => column.trim())
    return { text, answer, basis, counties }
  })
